export interface TensorLike {
  shape: readonly number[];
  dtype: string;
  isDisposed: boolean;
}

/** "Tensor float32 [100, 64]" */
export const tensorText = ({ shape, dtype, isDisposed }: TensorLike): string =>
  `Tensor ${dtype} [${shape.join(", ")}]${isDisposed ? " (disposed)" : ""}`;
