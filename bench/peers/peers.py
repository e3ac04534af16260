"""The peers' side of the bench: reads a line {"case": …, "peer": …}, does that work once, and answers {"ms": …}.

The answer to an empty question lists the installed libraries. A case makes its inputs on the first call and reads those that
both sides share from the folder given on the command line.
"""

import importlib
import json
import math
import os
import sys
import time

LIBRARIES = {
    "numpy": "numpy",
    "pytorch": "torch",
    "pytorch-metric-learning": "pytorch_metric_learning",
    "scikit-learn": "sklearn",
    "faiss": "faiss",
    "pillow": "PIL",
}


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


def shared(name, dtype):
    import numpy as np

    return np.fromfile(os.path.join(sys.argv[1], name), dtype=dtype)


def knn_faiss():
    import faiss

    z = shared("embeddings.f32", "float32").reshape(-1, 128)

    def work():
        index = faiss.IndexFlatL2(128)
        index.add(z)
        index.search(z, 11)

    return work


def search_data():
    return [shared(name, "float32").reshape(-1, 64) for name in ("indexed.f32", "queries.f32")]


def search_faiss():
    import faiss

    rows, queries = search_data()
    index = faiss.IndexFlatL2(64)
    index.add(rows)

    def work():
        for query in queries:
            index.search(query[None], 10)

    return work


def search_numpy():
    import numpy as np

    rows, queries = search_data()
    squares = (rows * rows).sum(1)

    def work():
        for query in queries:
            distances = squares - 2 * (rows @ query)
            nearest = np.argpartition(distances, 10)[:10]
            nearest[np.argsort(distances[nearest])]

    return work


def propagation_pytorch():
    import numpy as np
    import torch

    neighbors = shared("neighbors.i32", "int32").reshape(-1, 10)
    labels = shared("labels.i32", "int32")
    n = len(neighbors)
    known = labels >= 0
    pairs = np.where(labels[:, None] == labels[None, :], 1.0, -1.0) * (known[:, None] & known[None, :])
    initial = pairs.astype(np.float32)
    np.fill_diagonal(initial, 1)
    system = np.zeros((n, n), dtype=np.float32)
    np.put_along_axis(system, neighbors, -0.99 / 10, axis=1)
    system[np.arange(n), np.arange(n)] += 1
    a, b = torch.from_numpy(system), torch.from_numpy(initial)

    def work():
        spread = 0.01 * torch.linalg.solve(a, b)
        (spread + spread.T) / 2

    return work


def conjugate_gradient(x, cost, gradient, retract, dot):
    """Ten iterations of Riemannian conjugate gradient on Gr(d, l) with Manopt's defaults, for NumPy arrays or PyTorch tensors."""
    f, g = cost(x), gradient(x)
    d, alpha = -g, None
    for _ in range(10):
        slope = dot(g, d)
        if slope >= 0:
            d, slope = -g, -dot(g, g)
        step = 1 / math.sqrt(dot(d, d)) if alpha is None else alpha
        evaluations = 1
        moved = retract(x + step * d)
        value = cost(moved)
        while value > f + 0.5 * step * slope and evaluations < 10:
            step /= 2
            moved = retract(x + step * d)
            value = cost(moved)
            evaluations += 1
        alpha = step if evaluations == 2 else 2 * step
        new = gradient(moved)
        carried_g, carried_d = g - moved @ (moved.T @ g), d - moved @ (moved.T @ d)
        y = new - carried_g
        beta = max(0, dot(new, y) / dot(y, carried_d))
        x, f, g, d = moved, value, new, -new + beta * carried_d
    return x


def rcg_numpy():
    """As a NumPy user would write it: the polar factor by SVD."""
    import numpy as np

    p = shared("p.f64", "float64").reshape(100, 128)
    q = shared("q.f64", "float64").reshape(100, 128)
    start = shared("L.f64", "float64").reshape(128, 64)
    factor = 4 * math.tan(math.radians(40)) ** 2

    def cost(x):
        m = np.square(p @ x).sum(1) - factor * np.square(q @ x).sum(1)
        return np.logaddexp(0, m).sum()

    def gradient(x):
        px, qx = p @ x, q @ x
        m = np.square(px).sum(1) - factor * np.square(qx).sum(1)
        g = (2 / (1 + np.exp(-m)))[:, None]
        euclidean = p.T @ (g * px) - factor * (q.T @ (g * qx))
        return euclidean - x @ (x.T @ euclidean)

    def retract(x):
        u, _, v = np.linalg.svd(x, full_matrices=False)
        return u @ v

    return lambda: conjugate_gradient(start, cost, gradient, retract, np.vdot)


def agml_pytorch():
    """One mini-batch of Algorithm 1: one forward pass, ten iterations on L, one step of SGD."""
    import torch
    from torch.nn import functional

    net, images = mnist_net()
    optimizer = torch.optim.SGD(net.parameters(), lr=1e-6, momentum=0.9, weight_decay=5e-4)
    factor = 4 * math.tan(math.radians(40)) ** 2
    metric = [torch.linalg.qr(torch.randn(128, 64))[0]]

    def dot(a, b):
        return torch.sum(a * b).item()

    def retract(x):
        u, _, v = torch.linalg.svd(x, full_matrices=False)
        return u @ v

    def learn_metric(p, q):
        def margins(x):
            px, qx = p @ x, q @ x
            return px, qx, px.square().sum(1) - factor * qx.square().sum(1)

        def cost(x):
            return functional.softplus(margins(x)[2]).sum().item()

        def gradient(x):
            px, qx, m = margins(x)
            g = (2 * torch.sigmoid(m))[:, None]
            euclidean = p.T @ (g * px) - factor * (q.T @ (g * qx))
            return euclidean - x @ (x.T @ euclidean)

        return conjugate_gradient(metric[0], cost, gradient, retract, dot)

    def work():
        optimizer.zero_grad()
        anchor, positive, negative = functional.normalize(net(images)).chunk(3)
        p, q = anchor - positive, negative - (anchor + positive) / 2
        with torch.no_grad():
            metric[0] = learn_metric(p, q)
        near, far = (p @ metric[0]).square().sum(1), (q @ metric[0]).square().sum(1)
        loss = functional.softplus(near - factor * far).mean()
        loss.backward()
        optimizer.step()
        loss.item()

    return work


def agml2_pytorch():
    """One mini-batch of AGML2: 150 images in two augmented views, every positive pair against all negatives, one step of Adam."""
    import torch
    from torch.nn import functional

    net, images = mnist_net()
    once = images[:150]
    labels = torch.arange(150).remainder(10).repeat(2)
    same = (labels[:, None] == labels[None, :]).float()
    pairs = same - torch.eye(300)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-6)
    metric = torch.linalg.qr(torch.randn(128, 64))[0]
    t, scale = 4 * math.tan(math.radians(40)) ** 2, 4.0

    def augmented():
        angle = math.radians(15) * (2 * torch.rand(300) - 1)
        size = 1 / (1 + 0.12 * (2 * torch.rand(300) - 1))
        moved = (2 * torch.rand(300, 2) - 1) * 2 * 2 / 28
        cos, sin = size * torch.cos(angle), size * torch.sin(angle)
        motions = torch.stack([torch.stack([cos, -sin, moved[:, 0]], 1), torch.stack([sin, cos, moved[:, 1]], 1)], 1)
        grid = functional.affine_grid(motions, [300, 1, 28, 28], align_corners=False)
        return functional.grid_sample(once.repeat(2, 1, 1, 1), grid, align_corners=False)

    def work():
        optimizer.zero_grad()
        y = functional.normalize(net(augmented())) @ metric
        products, norms = y @ y.T, y.square().sum(1)
        of_pair = (1 - t / 4) * (norms[:, None] + norms[None, :]) - (2 + t / 2) * products
        first = torch.exp(scale * t * (products - norms[None, :])) * (1 - same)
        sums = first @ torch.exp(scale * t * products).T
        costs = functional.softplus(scale * of_pair + torch.log(sums + 1e-30))
        loss = (costs * pairs).sum() / pairs.sum()
        loss.backward()
        optimizer.step()
        loss.item()

    return work


def tsne_sklearn():
    from sklearn.manifold import TSNE

    x = shared("tsne.f32", "float32").reshape(-1, 64)
    return lambda: TSNE(perplexity=30, max_iter=1000, random_state=1, n_jobs=-1).fit(x)


def fastest(*works):
    """The fastest of several ways to do the same work. On a busy machine, threads that wait for each other can be slower than one."""

    def seconds(work):
        work()
        start = time.perf_counter()
        work()
        return time.perf_counter() - start

    return min(works, key=seconds)


def embedding_pytorch():
    import torch

    net, _ = mnist_net()
    images = torch.from_numpy(shared("images.u8", "uint8").reshape(-1, 1, 28, 28))
    usual = torch.get_num_threads()

    def work(threads):
        torch.set_num_threads(threads)
        with torch.no_grad():
            torch.cat([torch.nn.functional.normalize(net(batch.float())) for batch in images.split(500)])
        torch.set_num_threads(usual)

    return fastest(lambda: work(usual), lambda: work(1))


def evaluation_scikit_learn():
    """k-means and NMI with scikit-learn, the nearest neighbors for Recall@8 with faiss."""
    import faiss
    from sklearn.cluster import KMeans
    from sklearn.metrics import normalized_mutual_info_score
    from threadpoolctl import threadpool_limits

    z = shared("projected.f32", "float32").reshape(-1, 64)
    labels = shared("classes.i32", "int32")

    def work():
        clusters = KMeans(10, init="k-means++", n_init=10, random_state=1).fit(z).labels_
        normalized_mutual_info_score(labels, clusters)
        index = faiss.IndexFlatL2(64)
        index.add(z)
        _, neighbors = index.search(z, 9)
        (labels[neighbors[:, 1:]] == labels[:, None]).any(1).mean()

    return fastest(work, threadpool_limits.wrap(limits=1)(work))


def googlenet_pytorch():
    import torch
    from torch import nn
    from torch.nn import functional

    torch.manual_seed(1)
    inceptions = [
        [192, 64, 96, 128, 16, 32, 32],
        [256, 128, 128, 192, 32, 96, 64],
        None,
        [480, 192, 96, 208, 16, 48, 64],
        [512, 160, 112, 224, 24, 64, 64],
        [512, 128, 128, 256, 24, 64, 64],
        [512, 112, 144, 288, 32, 64, 64],
        [528, 256, 160, 320, 32, 128, 128],
        None,
        [832, 256, 160, 320, 32, 128, 128],
        [832, 384, 192, 384, 48, 128, 128],
    ]

    def conv(inputs, outputs, size, stride=1):
        return nn.Sequential(nn.Conv2d(inputs, outputs, size, stride, size // 2), nn.ReLU(inplace=True))

    class Inception(nn.Module):
        def __init__(self, inputs, one, three_by, three, five_by, five, pool):
            super().__init__()
            self.branches = nn.ModuleList(
                [
                    conv(inputs, one, 1),
                    nn.Sequential(conv(inputs, three_by, 1), conv(three_by, three, 3)),
                    nn.Sequential(conv(inputs, five_by, 1), conv(five_by, five, 5)),
                    nn.Sequential(nn.MaxPool2d(3, 1, 1), conv(inputs, pool, 1)),
                ]
            )

        def forward(self, x):
            return torch.cat([branch(x) for branch in self.branches], 1)

    def shrink():
        return nn.MaxPool2d(3, 2, ceil_mode=True)

    net = nn.Sequential(
        conv(3, 64, 7, 2),
        shrink(),
        nn.LocalResponseNorm(5),
        conv(64, 64, 1),
        conv(64, 192, 3),
        nn.LocalResponseNorm(5),
        shrink(),
        *[shrink() if sizes is None else Inception(*sizes) for sizes in inceptions],
        nn.AdaptiveAvgPool2d(1),
        nn.Flatten(),
    ).eval()
    images = torch.rand(16, 3, 224, 224) * 255

    # On most processors the convolutions are faster with the channels last.
    net, images = [part.to(memory_format=torch.channels_last) for part in (net, images)]

    def work(threads):
        torch.set_num_threads(threads)
        with torch.inference_mode():
            functional.normalize(net(images))

    threads = torch.get_num_threads()
    return fastest(lambda: work(threads), lambda: work(1))


def resized(file):
    import numpy as np
    from PIL import Image

    with Image.open(file) as picture:
        return np.asarray(picture.convert("RGB").resize((224, 224), Image.BILINEAR))


def jpegs_pillow():
    import multiprocessing
    from multiprocessing.pool import ThreadPool

    folder = os.path.join(sys.argv[1], "jpegs")
    files = [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    processes, threads = multiprocessing.Pool(cores), ThreadPool(cores)
    return fastest(
        lambda: processes.map(resized, files, chunksize=16), lambda: threads.map(resized, files, chunksize=16)
    )


def npy_numpy():
    import numpy as np

    file = os.path.join(sys.argv[1], "large.npy")
    return lambda: np.load(file).copy()


def metric_loss(make):
    """Value and gradient of a loss of pytorch-metric-learning, with one thread or all, whichever is faster."""

    def prepare():
        import torch
        from pytorch_metric_learning import losses

        z = torch.from_numpy(shared("loss.f32", "float32").reshape(300, 128)).requires_grad_()
        labels = torch.arange(300) % 10
        loss = make(losses)

        def work(threads):
            torch.set_num_threads(threads)
            z.grad = None
            value = loss(z, labels)
            value.backward()
            value.item()

        threads = torch.get_num_threads()
        return fastest(lambda: work(threads), lambda: work(1))

    return prepare


METRIC_LOSSES = {
    "contrastive": lambda losses: losses.ContrastiveLoss(),
    "multi-similarity": lambda losses: losses.MultiSimilarityLoss(),
    "circle": lambda losses: losses.CircleLoss(),
    "sup-con": lambda losses: losses.SupConLoss(),
    "proxy-anchor": lambda losses: losses.ProxyAnchorLoss(10, 128),
    "angular": lambda losses: losses.AngularLoss(),
    "triplet": lambda losses: losses.TripletMarginLoss(margin=0.2),
}

CASES = {
    **{
        (f"loss-{name}", "pytorch-metric-learning"): metric_loss(make)
        for name, make in METRIC_LOSSES.items()
    },
    ("googlenet", "pytorch"): googlenet_pytorch,
    ("jpegs", "pillow"): jpegs_pillow,
    ("npy", "numpy"): npy_numpy,
    ("embedding", "pytorch"): embedding_pytorch,
    ("evaluation", "scikit-learn"): evaluation_scikit_learn,
    ("agml", "pytorch"): agml_pytorch,
    ("agml2", "pytorch"): agml2_pytorch,
    ("tsne", "scikit-learn"): tsne_sklearn,
    ("knn", "faiss"): knn_faiss,
    ("search", "faiss"): search_faiss,
    ("search", "numpy"): search_numpy,
    ("propagation", "pytorch"): propagation_pytorch,
    ("rcg64", "numpy"): rcg_numpy,
    ("rcg32", "numpy"): rcg_numpy,
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
