"""Power: what accelerators, their servers and the building around them draw."""

from __future__ import annotations

from bookgen.calculators.registry import calculator, ceil


@calculator("W")
def devices_power(n_devices: float, device_power: float) -> float:
    """Power of the accelerators alone: n P.

    Symbols: n accelerators (1), P power of one (W).
    Assumes: all draw their rated power; processors, fans, network and cooling are left out.
    Valid: as the chips' share of the nameplate.
    Source: definition.

    >>> devices_power(10000, 700)
    7000000
    """
    return n_devices * device_power


@calculator("")
def server_count(n_devices: float, devices_per_server: float) -> float:
    """Whole servers that hold the accelerators: ceil(n / g).

    Symbols: n accelerators (1), g accelerators of a server (1).
    Assumes: both are whole numbers, whose quotient a float gives exactly where they divide.
    Valid: the last server may be partly empty, and is paid for whole.
    Source: definition.

    >>> server_count(10, 8)
    2
    """
    return ceil(n_devices / devices_per_server)


@calculator("W", basis_from="server_power")
def servers_power(n_servers: float, server_power: float) -> float:
    """Power of whole servers, with processors, memory, network cards and fans: n P_server.

    Symbols: n servers (1), P_server power of one (W).
    Assumes: all draw this power at once.
    Valid: at rated power an upper bound; average draw is lower (see ``average_power``).
    Source: definition.

    >>> servers_power(1250, 10.2e3)
    12750000.0
    """
    return n_servers * server_power


@calculator("W")
def facility_power(n_servers: float, server_power: float, pue: float) -> float:
    """Power of a building full of servers, with cooling and conversion: n P_server PUE.

    Symbols: n servers (1), P_server power of one (W), PUE power usage effectiveness (1).
    Assumes: separate network and storage are left out, or counted in ``P_server``.
    Valid: ``PUE >= 1``; it is an average over a year, so peaks differ.
    Source: ISO/IEC 30134-2 and The Green Grid: PUE is facility energy over IT energy.

    >>> facility_power(1250, 10.2e3, 1.2)
    15300000.0
    """
    return n_servers * server_power * pue


@calculator("W")
def average_power(power: float, load_factor: float) -> float:
    """Average power where the rated power is not drawn all the time: P u.

    Symbols: P rated power (W), u average draw over rated power (1).
    Assumes: ``u`` was measured on like machines under like work.
    Valid: ``0 < u <= 1``.
    Source: definition of a load factor.

    >>> average_power(16e6, 0.75)
    12000000.0
    """
    return power * load_factor


@calculator("Wh")
def energy(power: float, duration: float) -> float:
    """Energy at a power over a time: E = P t.

    Symbols: P power (W), t time (s).
    Assumes: the power holds throughout, or is its average.
    Valid: always.
    Source: definition.

    >>> energy(1000.0, 3600.0)
    3600000.0
    """
    return power * duration


@calculator("USD")
def energy_cost(energy: float, energy_price: float) -> float:
    """Price of an amount of energy: E p.

    Symbols: E energy (Wh), p price of energy (USD/kWh).
    Assumes: one price for all of it; no charges for peak power.
    Valid: always.
    Source: definition.

    >>> energy_cost(5000.0, 0.5)
    2500.0
    """
    return energy * energy_price


@calculator("FLOP/J", basis_from="peak_flops")
def flops_per_watt(peak_flops: float, device_power: float) -> float:
    """Peak rate per watt, which is work per joule: F_peak / P.

    Symbols: F_peak peak rate (FLOP/s), P power of the accelerator (W).
    Assumes: both at their data sheet's value, for the same device.
    Valid: comparisons at the same precision only.
    Source: definition.

    >>> flops_per_watt(980e12, 700.0)
    1400000000000.0
    """
    return peak_flops / device_power
