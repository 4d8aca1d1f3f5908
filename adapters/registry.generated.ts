// Written by `npm run generate` from the folders beside it. Do not edit.

import type { AnyAdapter, AnyDirectAdapter } from '../src/contracts/adapter.js';
import { adapter as direct_polynomial_map_evaluate } from './direct/polynomial-map-evaluate.js';
import { adapter as direct_sat_assignment_check } from './direct/sat-assignment-check.js';
import { adapter as lean_lean_check } from './lean/lean-check.js';
import { adapter as pari_integer_compute_divisors } from './pari/integer-compute-divisors.js';
import { adapter as pari_integer_compute_euler_totient } from './pari/integer-compute-euler-totient.js';
import { adapter as pari_integer_compute_extended_gcd } from './pari/integer-compute-extended-gcd.js';
import { adapter as pari_integer_compute_next_prime } from './pari/integer-compute-next-prime.js';
import { adapter as pari_integer_compute_prime_factorization } from './pari/integer-compute-prime-factorization.js';
import { adapter as pari_integer_decide_prime } from './pari/integer-decide-prime.js';
import { adapter as pari_lattice_basis_reduce } from './pari/lattice-basis-reduce.js';
import { adapter as pari_linear_rational_solution_compute } from './pari/linear-rational-solution-compute.js';
import { adapter as pari_matrix_determinant_compute } from './pari/matrix-determinant-compute.js';
import { adapter as pari_matrix_normal_form_smith_compute } from './pari/matrix-normal-form-smith-compute.js';
import { adapter as pari_modular_compute_discrete_logarithm } from './pari/modular-compute-discrete-logarithm.js';
import { adapter as pari_modular_solve_chinese_remainder } from './pari/modular-solve-chinese-remainder.js';
import { adapter as pari_number_field_class_group_compute } from './pari/number-field-class-group-compute.js';
import { adapter as pari_polynomial_compute_gcd } from './pari/polynomial-compute-gcd.js';
import { adapter as pari_polynomial_compute_resultant } from './pari/polynomial-compute-resultant.js';
import { adapter as pari_polynomial_factor_compute } from './pari/polynomial-factor-compute.js';
import { adapter as sagemath_graph_polynomial_chromatic_compute } from './sagemath/graph-polynomial-chromatic-compute.js';
import { adapter as sagemath_graph_symmetry_automorphism_group_compute } from './sagemath/graph-symmetry-automorphism-group-compute.js';
import { adapter as sagemath_integer_compute_divisors } from './sagemath/integer-compute-divisors.js';
import { adapter as sagemath_integer_compute_euler_totient } from './sagemath/integer-compute-euler-totient.js';
import { adapter as sagemath_integer_compute_extended_gcd } from './sagemath/integer-compute-extended-gcd.js';
import { adapter as sagemath_integer_compute_next_prime } from './sagemath/integer-compute-next-prime.js';
import { adapter as sagemath_integer_compute_prime_factorization } from './sagemath/integer-compute-prime-factorization.js';
import { adapter as sagemath_integer_decide_prime } from './sagemath/integer-decide-prime.js';
import { adapter as sagemath_lattice_basis_reduce } from './sagemath/lattice-basis-reduce.js';
import { adapter as sagemath_linear_rational_solution_compute } from './sagemath/linear-rational-solution-compute.js';
import { adapter as sagemath_matrix_determinant_compute } from './sagemath/matrix-determinant-compute.js';
import { adapter as sagemath_matrix_normal_form_smith_compute } from './sagemath/matrix-normal-form-smith-compute.js';
import { adapter as sagemath_modular_compute_discrete_logarithm } from './sagemath/modular-compute-discrete-logarithm.js';
import { adapter as sagemath_modular_solve_chinese_remainder } from './sagemath/modular-solve-chinese-remainder.js';
import { adapter as sagemath_number_field_class_group_compute } from './sagemath/number-field-class-group-compute.js';
import { adapter as sagemath_polynomial_compute_gcd } from './sagemath/polynomial-compute-gcd.js';
import { adapter as sagemath_polynomial_compute_resultant } from './sagemath/polynomial-compute-resultant.js';
import { adapter as sagemath_polynomial_factor_compute } from './sagemath/polynomial-factor-compute.js';
import { adapter as z3_graph_coloring_k_colorability_decide } from './z3/graph-coloring-k-colorability-decide.js';
import { adapter as z3_hypergraph_nonmonochromatic_vertex_coloring_q_decide } from './z3/hypergraph-nonmonochromatic-vertex-coloring-q-decide.js';
import { adapter as z3_sat_solve } from './z3/sat-solve.js';
import { adapter as z3_smt_solve } from './z3/smt-solve.js';

/** Every adapter of an engine. */
export const adapters: readonly AnyAdapter[] = [
  lean_lean_check,
  pari_integer_compute_divisors,
  pari_integer_compute_euler_totient,
  pari_integer_compute_extended_gcd,
  pari_integer_compute_next_prime,
  pari_integer_compute_prime_factorization,
  pari_integer_decide_prime,
  pari_lattice_basis_reduce,
  pari_linear_rational_solution_compute,
  pari_matrix_determinant_compute,
  pari_matrix_normal_form_smith_compute,
  pari_modular_compute_discrete_logarithm,
  pari_modular_solve_chinese_remainder,
  pari_number_field_class_group_compute,
  pari_polynomial_compute_gcd,
  pari_polynomial_compute_resultant,
  pari_polynomial_factor_compute,
  sagemath_graph_polynomial_chromatic_compute,
  sagemath_graph_symmetry_automorphism_group_compute,
  sagemath_integer_compute_divisors,
  sagemath_integer_compute_euler_totient,
  sagemath_integer_compute_extended_gcd,
  sagemath_integer_compute_next_prime,
  sagemath_integer_compute_prime_factorization,
  sagemath_integer_decide_prime,
  sagemath_lattice_basis_reduce,
  sagemath_linear_rational_solution_compute,
  sagemath_matrix_determinant_compute,
  sagemath_matrix_normal_form_smith_compute,
  sagemath_modular_compute_discrete_logarithm,
  sagemath_modular_solve_chinese_remainder,
  sagemath_number_field_class_group_compute,
  sagemath_polynomial_compute_gcd,
  sagemath_polynomial_compute_resultant,
  sagemath_polynomial_factor_compute,
  z3_graph_coloring_k_colorability_decide,
  z3_hypergraph_nonmonochromatic_vertex_coloring_q_decide,
  z3_sat_solve,
  z3_smt_solve,
];

/** Every operation that is computed here. */
export const directAdapters: readonly AnyDirectAdapter[] = [
  direct_polynomial_map_evaluate,
  direct_sat_assignment_check,
];
