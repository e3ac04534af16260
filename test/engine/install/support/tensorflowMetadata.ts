export const metadata = `Metadata-Version: 2.4
Name: tensorflow
Requires-Dist: numpy>=1.26.0
Requires-Dist: nvidia-cublas-cu12<13.0,>=12.5.3.2; extra == "and-cuda"
Requires-Dist: nvidia_cudnn_cu12 (<10.0,>=9.3.0.75) ; extra == 'and-cuda'
Requires-Dist: pytest; extra == "test"

Requires-Dist: in-the-description>=1; extra == "and-cuda"
`;
