"""Cost: what accelerator time costs."""

from __future__ import annotations

from bookgen.calculators.registry import calculator, ceil


@calculator("USD")
def run_cost(device_time: float, device_price: float) -> float:
    """Price of a run at a rental price: t_GPU p.

    Symbols: t_GPU accelerator time (GPU-h), p price of an accelerator hour (USD/GPU-h).
    Assumes: one price for all of it; research, failed runs, people, storage are left out.
    Valid: a rental price; owning the machines is counted otherwise.
    Source: DeepSeek-AI 2024 (DeepSeek-V3), arXiv:2412.19437, table 1 counts like this.

    >>> run_cost(7200.0, 0.5)
    3600.0
    """
    return device_time * device_price


@calculator("USD/GPU-h")
def device_price(server_price: float, devices_per_server: float) -> float:
    """Price of an accelerator hour from that of a whole server: p = p_server / g.

    Symbols: p_server price of a server (USD/h), g accelerators of a server (1).
    Assumes: the server is used whole.
    Valid: servers of one kind of accelerator.
    Source: definition.

    >>> device_price(24.0, 8)
    3.0
    """
    return server_price / devices_per_server


@calculator("GPU")
def billed_devices(n_devices: float, devices_per_server: float) -> float:
    """Accelerators paid for where servers are rented whole: ceil(n / g) g.

    Symbols: n accelerators used (1), g accelerators of a server (1).
    Assumes: both are whole numbers (see ``server_count``).
    Valid: offers by the server.
    Source: definition.

    >>> billed_devices(10, 8)
    16
    """
    return ceil(n_devices / devices_per_server) * devices_per_server
