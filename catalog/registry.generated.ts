// Written by `npm run generate` from the folders beside it. Do not edit.

import type { AnyOperation } from '../src/contracts/operation.js';
import { operation as integer_compute_divisors } from './integer/compute-divisors.js';
import { operation as integer_compute_euler_totient } from './integer/compute-euler-totient.js';
import { operation as integer_compute_extended_gcd } from './integer/compute-extended-gcd.js';
import { operation as integer_compute_next_prime } from './integer/compute-next-prime.js';
import { operation as integer_compute_prime_factorization } from './integer/compute-prime-factorization.js';
import { operation as integer_decide_prime } from './integer/decide-prime.js';
import { operation as matrix_determinant_compute } from './matrix/determinant-compute.js';
import { operation as modular_compute_discrete_logarithm } from './modular/compute-discrete-logarithm.js';
import { operation as modular_solve_chinese_remainder } from './modular/solve-chinese-remainder.js';
import { operation as polynomial_compute_gcd } from './polynomial/compute-gcd.js';
import { operation as polynomial_factor_compute } from './polynomial/factor-compute.js';

/** Every operation by its id: the types of payloads and outputs follow from it. */
export const catalog = {
  'integer.compute.divisors': integer_compute_divisors,
  'integer.compute.euler_totient': integer_compute_euler_totient,
  'integer.compute.extended_gcd': integer_compute_extended_gcd,
  'integer.compute.next_prime': integer_compute_next_prime,
  'integer.compute.prime_factorization': integer_compute_prime_factorization,
  'integer.decide.prime': integer_decide_prime,
  'matrix.determinant.compute': matrix_determinant_compute,
  'modular.compute.discrete_logarithm': modular_compute_discrete_logarithm,
  'modular.solve.chinese_remainder': modular_solve_chinese_remainder,
  'polynomial.compute.gcd': polynomial_compute_gcd,
  'polynomial.factor.compute': polynomial_factor_compute,
};

export type Catalog = typeof catalog;

/** All operations in the order of their ids. */
export const operations: readonly AnyOperation[] = Object.values(catalog);
