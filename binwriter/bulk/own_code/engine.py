"""LLVM: from the text of a module to addresses of its functions. They stay for the life of the process."""

from __future__ import annotations

import functools
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir

_LEVEL = 2  # of optimisation

_engines: list[Any] = []


@functools.cache
def _machine() -> Any:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    features = llvm.get_host_cpu_features().flatten()
    target = llvm.Target.from_default_triple()
    return target.create_target_machine(cpu=llvm.get_host_cpu_name(), features=features, opt=_LEVEL)


def new_module() -> Any:
    module = ir.Module()
    module.triple = _machine().triple
    module.data_layout = str(_machine().target_data)
    return module


def addresses(module: Any, *names: str) -> list[int]:
    """Of functions in the module, compiled for this processor."""
    parsed = llvm.parse_assembly(str(module))
    parsed.verify()
    options = llvm.create_pipeline_tuning_options(speed_level=_LEVEL)
    options.loop_unrolling = False
    builder = llvm.create_pass_builder(_machine(), options)
    builder.getModulePassManager().run(parsed, builder)
    engine = llvm.create_mcjit_compiler(parsed, _machine())
    engine.finalize_object()
    _engines.append(engine)
    return [engine.get_function_address(name) for name in names]
