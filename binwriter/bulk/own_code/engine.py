"""LLVM: from a module to the address of its function, which stays for the life of the process.

Machine code is kept for the next process, in a folder named after what it hangs on.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir

from binwriter import ending
from binwriter.bulk.kept import DIGITS, keep, kept, kept_folder, package_digest

_LEVEL = 2  # of optimisation
_STEM = "own_code"

_engines: list[Any] = []


@functools.cache
def _machine() -> Any:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    features = llvm.get_host_cpu_features().flatten()
    target = llvm.Target.from_default_triple()
    return target.create_target_machine(cpu=llvm.get_host_cpu_name(), features=features, opt=_LEVEL)


def _new_module() -> Any:
    """An empty module for this processor."""
    module = ir.Module()
    module.triple = _machine().triple
    module.data_layout = str(_machine().target_data)
    return module


def address(name: str, told_by: str, add: Callable[[Any], None]) -> int:
    """Of the function `name` that `add` puts into a module.

    told_by: all that the function hangs on, besides the sources of this package: where machine code is kept for that,
    nothing is added anywhere. Signals wait meanwhile: LLVM's objects that are left half made are freed twice.
    """
    with ending.uninterrupted:
        path = _kept_path(name, told_by)
        machine_code = None if path is None else kept(path)
        if machine_code is None:
            module = _new_module()
            add(module)
            machine_code = _compiled(str(module))
            if path is not None:
                keep(path, machine_code)
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _machine())
        engine.add_object_file(llvm.ObjectFileRef.from_data(machine_code))
        engine.finalize_object()
        _engines.append(engine)
        return int(engine.get_function_address(name))


def _kept_path(name: str, told_by: str) -> Path | None:
    """None where nothing lasting can tell of which sources the code comes, or can be ours alone."""
    package = package_digest()
    if package is None:
        return None
    processor = (_machine().triple, llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())
    digest = hashlib.sha256(repr((package, processor, llvm.llvm_version_info, _LEVEL, name, told_by)).encode())
    folder = kept_folder(_STEM, digest.hexdigest()[:DIGITS])
    return None if folder is None else folder / "object"


def _compiled(text: str) -> bytes:
    parsed = llvm.parse_assembly(text)
    parsed.verify()
    options = llvm.create_pipeline_tuning_options(speed_level=_LEVEL)
    options.loop_unrolling = False
    builder = llvm.create_pass_builder(_machine(), options)
    builder.getModulePassManager().run(parsed, builder)
    machine_code: bytes = _machine().emit_object(parsed)
    return machine_code
