// Written by `npm run generate` from the folders beside it. Do not edit.

import type { AnyAdapter, AnyDirectAdapter } from '../src/contracts/adapter.js';
import { adapter as pari_integer_compute_divisors } from './pari/integer-compute-divisors.js';
import { adapter as pari_integer_compute_euler_totient } from './pari/integer-compute-euler-totient.js';
import { adapter as pari_integer_compute_extended_gcd } from './pari/integer-compute-extended-gcd.js';
import { adapter as pari_integer_compute_next_prime } from './pari/integer-compute-next-prime.js';
import { adapter as pari_integer_compute_prime_factorization } from './pari/integer-compute-prime-factorization.js';
import { adapter as pari_integer_decide_prime } from './pari/integer-decide-prime.js';
import { adapter as pari_matrix_determinant_compute } from './pari/matrix-determinant-compute.js';
import { adapter as pari_modular_compute_discrete_logarithm } from './pari/modular-compute-discrete-logarithm.js';
import { adapter as pari_modular_solve_chinese_remainder } from './pari/modular-solve-chinese-remainder.js';
import { adapter as pari_polynomial_compute_gcd } from './pari/polynomial-compute-gcd.js';
import { adapter as pari_polynomial_factor_compute } from './pari/polynomial-factor-compute.js';
import { adapter as sagemath_integer_compute_divisors } from './sagemath/integer-compute-divisors.js';
import { adapter as sagemath_integer_compute_euler_totient } from './sagemath/integer-compute-euler-totient.js';
import { adapter as sagemath_integer_compute_extended_gcd } from './sagemath/integer-compute-extended-gcd.js';
import { adapter as sagemath_integer_compute_next_prime } from './sagemath/integer-compute-next-prime.js';
import { adapter as sagemath_integer_compute_prime_factorization } from './sagemath/integer-compute-prime-factorization.js';
import { adapter as sagemath_integer_decide_prime } from './sagemath/integer-decide-prime.js';
import { adapter as sagemath_matrix_determinant_compute } from './sagemath/matrix-determinant-compute.js';
import { adapter as sagemath_modular_compute_discrete_logarithm } from './sagemath/modular-compute-discrete-logarithm.js';
import { adapter as sagemath_modular_solve_chinese_remainder } from './sagemath/modular-solve-chinese-remainder.js';
import { adapter as sagemath_polynomial_compute_gcd } from './sagemath/polynomial-compute-gcd.js';
import { adapter as sagemath_polynomial_factor_compute } from './sagemath/polynomial-factor-compute.js';

/** Every adapter of an engine. */
export const adapters: readonly AnyAdapter[] = [
  pari_integer_compute_divisors,
  pari_integer_compute_euler_totient,
  pari_integer_compute_extended_gcd,
  pari_integer_compute_next_prime,
  pari_integer_compute_prime_factorization,
  pari_integer_decide_prime,
  pari_matrix_determinant_compute,
  pari_modular_compute_discrete_logarithm,
  pari_modular_solve_chinese_remainder,
  pari_polynomial_compute_gcd,
  pari_polynomial_factor_compute,
  sagemath_integer_compute_divisors,
  sagemath_integer_compute_euler_totient,
  sagemath_integer_compute_extended_gcd,
  sagemath_integer_compute_next_prime,
  sagemath_integer_compute_prime_factorization,
  sagemath_integer_decide_prime,
  sagemath_matrix_determinant_compute,
  sagemath_modular_compute_discrete_logarithm,
  sagemath_modular_solve_chinese_remainder,
  sagemath_polynomial_compute_gcd,
  sagemath_polynomial_factor_compute,
];

/** Every operation that is computed here. */
export const directAdapters: readonly AnyDirectAdapter[] = [
];
