"""What the measures were taken on."""

import os
import platform
from datetime import UTC, datetime
from pathlib import Path

import numba
import numpy as np

import carrozza
from carrozza.bots.cores import cores


def cpu_model() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.machine())


def facts(command: str) -> dict[str, str]:
    return {
        "Processor": cpu_model(),
        "Cores": str(cores()),
        "Load before": f"{os.getloadavg()[0]:.1f}",
        "System": f"{platform.system()} {platform.machine()}",
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "Numba": numba.__version__,
        "NumPy": np.__version__,
        "Carrozza": carrozza.__version__,
        "Date": datetime.now(UTC).date().isoformat(),
        "Command": command,
    }
