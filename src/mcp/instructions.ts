/** What a client's model reads before it has seen any tool: at most 100 words (tested). */
export const instructions = `Exact mathematics on real engines (PARI/GP, SageMath, Z3, Lean). Use it instead of mental arithmetic or ad-hoc code whenever a result must be exact or checkable: factoring, primes, gcd, modular equations, polynomials, matrices, linear systems, lattices, number fields, SAT/SMT, graph colouring and symmetry, Lean checks.
1. math.find {query} finds an operation; math.find {operation_id} shows its schema, examples and which engines are here.
2. math.run {operation_id, payload} computes. Send large integers as strings.
Each answer says how far it is trusted. UNKNOWN, timeouts and errors are never mathematical conclusions.`;
