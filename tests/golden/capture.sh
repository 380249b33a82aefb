#!/usr/bin/env bash
# Captures every scenario of this folder anew from a real MySQL server (see integration/capture.py).
set -euo pipefail
cd "$(dirname "$0")"
exec "${PYTHON:-python3}" -m binwriter.integration.capture scenarios/*.scn --out captured
