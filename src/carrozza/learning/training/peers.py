"""Processes that learn together: each has games of its own, all have the same network."""

from typing import Any, Protocol

import torch
from torch import Tensor, nn


class Peers(Protocol):
    rank: int
    """0 evaluates, writes and decides when to stop."""
    number: int

    def average(self, network: nn.Module) -> None:
        """Let the gradients of all be their mean."""

    def fewest(self, number: int) -> int:
        """The smallest of all numbers."""

    def total(self, tensor: Tensor) -> Tensor:
        """The sum over all."""

    def first(self, value: float) -> float:
        """What the first one says."""


class Alone:
    """One process."""

    rank, number = 0, 1

    def average(self, network: nn.Module) -> None:
        pass

    def fewest(self, number: int) -> int:
        return number

    def total(self, tensor: Tensor) -> Tensor:
        return tensor

    def first(self, value: float) -> float:
        return value


class Joined:
    """Processes that `torch.distributed` connects: gloo between CPUs, nccl between GPUs."""

    def __init__(self, rank: int, number: int, address: str, device: str) -> None:
        self.rank, self.number, self.device = rank, number, device
        backend = "nccl" if device == "cuda" else "gloo"
        torch.distributed.init_process_group(backend, init_method=address, rank=rank, world_size=number)

    def average(self, network: nn.Module) -> None:
        gradients = [parameter.grad for parameter in network.parameters() if parameter.grad is not None]
        together = torch.cat([gradient.flatten() for gradient in gradients])
        torch.distributed.all_reduce(together)
        together /= self.number
        for gradient, mean in zip(gradients, together.split([g.numel() for g in gradients]), strict=True):
            gradient.copy_(mean.view_as(gradient))

    def fewest(self, number: int) -> int:
        return int(self._reduced(float(number), torch.distributed.ReduceOp.MIN))

    def total(self, tensor: Tensor) -> Tensor:
        together = tensor.clone()
        torch.distributed.all_reduce(together)
        return together

    def first(self, value: float) -> float:
        told = torch.tensor([value], dtype=torch.float64, device=self.device)
        torch.distributed.broadcast(told, 0)
        return float(told[0])

    def _reduced(self, value: float, operation: Any) -> float:
        told = torch.tensor([value], dtype=torch.float64, device=self.device)
        torch.distributed.all_reduce(told, operation)
        return float(told[0])

    def close(self) -> None:
        torch.distributed.destroy_process_group()
