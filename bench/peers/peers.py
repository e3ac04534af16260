"""The peers' side of the bench: reads {"case": …, "peer": …} a line, does that work once, answers {"ms": …}.

An empty question is answered with the libraries that are there. Inputs are made at a case's first call.
"""

import importlib
import json
import math
import sys
import time

LIBRARIES = {"numpy": "numpy", "pytorch": "torch", "scikit-learn": "sklearn", "faiss": "faiss"}


def versions():
    found = {}
    for name, module in LIBRARIES.items():
        try:
            found[name] = getattr(importlib.import_module(module), "__version__", "?")
        except ImportError:
            pass
    return found


def matmul_numpy():
    import numpy as np

    a = np.random.default_rng(1).standard_normal((1024, 1024), dtype=np.float32)
    b = np.random.default_rng(2).standard_normal((1024, 1024), dtype=np.float32)
    return lambda: a @ b


def matmul_pytorch():
    import torch

    a, b = torch.randn(1024, 1024), torch.randn(1024, 1024)
    return lambda: a @ b


def mnist_net():
    import torch
    from torch import nn

    torch.manual_seed(1)
    net = nn.Sequential(
        nn.Conv2d(1, 20, 5),
        nn.MaxPool2d(2),
        nn.Conv2d(20, 50, 5),
        nn.MaxPool2d(2),
        nn.Conv2d(50, 500, 4),
        nn.ReLU(),
        nn.Flatten(),
        nn.Linear(500, 128),
    )
    with torch.no_grad():
        for parameter in net.parameters():
            parameter.copy_(0.01 * torch.randn_like(parameter) if parameter.dim() > 1 else torch.zeros_like(parameter))
    images = torch.rand(300, 1, 28, 28) * 255
    return net, images


def forward_pytorch():
    import torch

    net, images = mnist_net()

    def work():
        with torch.no_grad():
            torch.nn.functional.normalize(net(images))

    return work


def training_pytorch():
    import torch

    net, images = mnist_net()
    metric = 0.1 * torch.randn(128, 64)
    optimizer = torch.optim.SGD(net.parameters(), lr=1e-4, momentum=0.9, weight_decay=5e-4)
    factor = 4 * math.tan(math.radians(40)) ** 2

    def work():
        optimizer.zero_grad()
        anchor, positive, negative = (torch.nn.functional.normalize(net(images)) @ metric).chunk(3)
        near = (anchor - positive).square().sum(1)
        far = (negative - (anchor + positive) / 2).square().sum(1)
        loss = torch.nn.functional.softplus(near - factor * far).mean()
        loss.backward()
        optimizer.step()
        loss.item()

    return work


CASES = {
    ("matmul", "numpy"): matmul_numpy,
    ("matmul", "pytorch"): matmul_pytorch,
    ("forward", "pytorch"): forward_pytorch,
    ("training", "pytorch"): training_pytorch,
}


def main():
    prepared = {}
    for line in sys.stdin:
        question = json.loads(line)
        if not question:
            answer = {"libraries": versions()}
        else:
            key = (question["case"], question["peer"])
            try:
                if key not in prepared:
                    prepared[key] = CASES[key]()
                start = time.perf_counter()
                prepared[key]()
                answer = {"ms": 1000 * (time.perf_counter() - start)}
            except Exception as error:  # the bench prints it
                answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
