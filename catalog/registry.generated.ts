// Written by `npm run generate` from the folders beside it. Do not edit.

import type { AnyOperation } from '../src/contracts/operation.js';
import { operation as graph_coloring_k_colorability_decide } from './graph/coloring-k-colorability-decide.js';
import { operation as graph_polynomial_chromatic_compute } from './graph/polynomial-chromatic-compute.js';
import { operation as graph_symmetry_automorphism_group_compute } from './graph/symmetry-automorphism-group-compute.js';
import { operation as hypergraph_nonmonochromatic_vertex_coloring_q_decide } from './hypergraph/nonmonochromatic-vertex-coloring-q-decide.js';
import { operation as integer_compute_divisors } from './integer/compute-divisors.js';
import { operation as integer_compute_euler_totient } from './integer/compute-euler-totient.js';
import { operation as integer_compute_extended_gcd } from './integer/compute-extended-gcd.js';
import { operation as integer_compute_next_prime } from './integer/compute-next-prime.js';
import { operation as integer_compute_prime_factorization } from './integer/compute-prime-factorization.js';
import { operation as integer_decide_prime } from './integer/decide-prime.js';
import { operation as lattice_basis_reduce } from './lattice/basis-reduce.js';
import { operation as lean_check } from './lean/check.js';
import { operation as linear_rational_solution_compute } from './linear/rational-solution-compute.js';
import { operation as matrix_determinant_compute } from './matrix/determinant-compute.js';
import { operation as matrix_normal_form_smith_compute } from './matrix/normal-form-smith-compute.js';
import { operation as modular_compute_discrete_logarithm } from './modular/compute-discrete-logarithm.js';
import { operation as modular_solve_chinese_remainder } from './modular/solve-chinese-remainder.js';
import { operation as number_field_class_group_compute } from './number-field/class-group-compute.js';
import { operation as polynomial_compute_gcd } from './polynomial/compute-gcd.js';
import { operation as polynomial_compute_resultant } from './polynomial/compute-resultant.js';
import { operation as polynomial_factor_compute } from './polynomial/factor-compute.js';
import { operation as polynomial_map_evaluate } from './polynomial/map-evaluate.js';
import { operation as sat_assignment_check } from './sat/assignment-check.js';
import { operation as sat_solve } from './sat/solve.js';
import { operation as smt_solve } from './smt/solve.js';

/** Every operation by its id: the types of payloads and outputs follow from it. */
export const catalog = {
  'graph.coloring.k_colorability.decide': graph_coloring_k_colorability_decide,
  'graph.polynomial.chromatic.compute': graph_polynomial_chromatic_compute,
  'graph.symmetry.automorphism_group.compute': graph_symmetry_automorphism_group_compute,
  'hypergraph.nonmonochromatic_vertex_coloring.q_decide': hypergraph_nonmonochromatic_vertex_coloring_q_decide,
  'integer.compute.divisors': integer_compute_divisors,
  'integer.compute.euler_totient': integer_compute_euler_totient,
  'integer.compute.extended_gcd': integer_compute_extended_gcd,
  'integer.compute.next_prime': integer_compute_next_prime,
  'integer.compute.prime_factorization': integer_compute_prime_factorization,
  'integer.decide.prime': integer_decide_prime,
  'lattice.basis.reduce': lattice_basis_reduce,
  'lean.check': lean_check,
  'linear.rational_solution.compute': linear_rational_solution_compute,
  'matrix.determinant.compute': matrix_determinant_compute,
  'matrix.normal_form.smith.compute': matrix_normal_form_smith_compute,
  'modular.compute.discrete_logarithm': modular_compute_discrete_logarithm,
  'modular.solve.chinese_remainder': modular_solve_chinese_remainder,
  'number_field.class_group.compute': number_field_class_group_compute,
  'polynomial.compute.gcd': polynomial_compute_gcd,
  'polynomial.compute.resultant': polynomial_compute_resultant,
  'polynomial.factor.compute': polynomial_factor_compute,
  'polynomial.map.evaluate': polynomial_map_evaluate,
  'sat.assignment.check': sat_assignment_check,
  'sat.solve': sat_solve,
  'smt.solve': smt_solve,
};

export type Catalog = typeof catalog;

/** All operations in the order of their ids. */
export const operations: readonly AnyOperation[] = Object.values(catalog);
