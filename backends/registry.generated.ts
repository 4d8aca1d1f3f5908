// Written by `npm run generate` from the folders beside it. Do not edit.

import type { Backend } from '../src/contracts/backend.js';
import { declaration as lean_declaration } from './lean/declaration.js';
import { driver as lean_driver } from './lean/driver.js';
import { diagnostics as lean_diagnostics } from './lean/diagnostics.js';
import { declaration as pari_declaration } from './pari/declaration.js';
import { driver as pari_driver } from './pari/driver.js';
import { diagnostics as pari_diagnostics } from './pari/diagnostics.js';
import { declaration as sagemath_declaration } from './sagemath/declaration.js';
import { driver as sagemath_driver } from './sagemath/driver.js';
import { diagnostics as sagemath_diagnostics } from './sagemath/diagnostics.js';
import { declaration as z3_declaration } from './z3/declaration.js';
import { driver as z3_driver } from './z3/driver.js';
import { diagnostics as z3_diagnostics } from './z3/diagnostics.js';

/** Every backend by its id. */
export const backends: Readonly<Record<string, Backend>> = {
  lean: { declaration: lean_declaration, driver: lean_driver, diagnostics: lean_diagnostics },
  pari: { declaration: pari_declaration, driver: pari_driver, diagnostics: pari_diagnostics },
  sagemath: { declaration: sagemath_declaration, driver: sagemath_driver, diagnostics: sagemath_diagnostics },
  z3: { declaration: z3_declaration, driver: z3_driver, diagnostics: z3_diagnostics },
};

/** Engine-side files of each backend, from the package root: what a session loads, in this order. */
export const engineFiles: Readonly<Record<string, readonly string[]>> = {
  lean: ["backends/lean/audit-module.lean","backends/lean/audit-plain.lean","backends/lean/lean-check.sh"],
  pari: ["backends/pari/prelude.gp","adapters/pari/integer-compute-divisors.gp","adapters/pari/integer-compute-euler-totient.gp","adapters/pari/integer-compute-extended-gcd.gp","adapters/pari/integer-compute-next-prime.gp","adapters/pari/integer-compute-prime-factorization.gp","adapters/pari/integer-decide-prime.gp","adapters/pari/lattice-basis-reduce.gp","adapters/pari/linear-rational-solution-compute.gp","adapters/pari/matrix-determinant-compute.gp","adapters/pari/matrix-normal-form-smith-compute.gp","adapters/pari/modular-compute-discrete-logarithm.gp","adapters/pari/modular-solve-chinese-remainder.gp","adapters/pari/number-field-class-group-compute.gp","adapters/pari/polynomial-compute-gcd.gp","adapters/pari/polynomial-compute-resultant.gp","adapters/pari/polynomial-factor-compute.gp"],
  sagemath: ["backends/sagemath/worker.py","adapters/sagemath/graph-polynomial-chromatic-compute.py","adapters/sagemath/graph-symmetry-automorphism-group-compute.py","adapters/sagemath/integer-compute-divisors.py","adapters/sagemath/integer-compute-euler-totient.py","adapters/sagemath/integer-compute-extended-gcd.py","adapters/sagemath/integer-compute-next-prime.py","adapters/sagemath/integer-compute-prime-factorization.py","adapters/sagemath/integer-decide-prime.py","adapters/sagemath/lattice-basis-reduce.py","adapters/sagemath/linear-rational-solution-compute.py","adapters/sagemath/matrix-determinant-compute.py","adapters/sagemath/matrix-normal-form-smith-compute.py","adapters/sagemath/modular-compute-discrete-logarithm.py","adapters/sagemath/modular-solve-chinese-remainder.py","adapters/sagemath/number-field-class-group-compute.py","adapters/sagemath/polynomial-compute-gcd.py","adapters/sagemath/polynomial-compute-resultant.py","adapters/sagemath/polynomial-factor-compute.py"],
  z3: [],
};
