/** Questions about satisfiability: assignments are planted, refutable ones are refutable by construction. */
import { z } from 'zod';
import { integer, verdict, type Maker, type Question } from './job.js';
import type { Random } from './random.js';

type Clause = readonly number[];

const sat: Maker = {
  operation: 'sat.solve',
  backends: ['z3'],
  make: (random) => (random.chance(0.3) ? pigeons(random.between(2, 5)) : planted(random, random.between(3, 120))),
};

const assignmentCheck: Maker = {
  operation: 'sat.assignment.check',
  backends: ['direct'],
  make: (random) => {
    const variables = random.between(1, 60);
    const assignment = Array.from({ length: variables }, () => random.chance(0.5));
    const clauses = Array.from({ length: random.between(0, 30) }, () =>
      Array.from({ length: random.between(1, 4) }, () => random.signed(variables)),
    );
    const first = clauses.findIndex((clause) => !holds(clause, assignment));
    return {
      payload: { cnf: { dimacs: dimacs(variables, clauses) }, assignment },
      check: (output) => {
        const answer = z
          .looseObject({ satisfies: z.boolean(), first_unsatisfied_clause: z.int().optional() })
          .parse(output);
        const expected = first < 0 ? undefined : first;
        return verdict(
          answer.satisfies === first < 0 && answer.first_unsatisfied_clause === expected,
          'the assignment is judged wrongly',
        );
      },
    };
  },
};

const smt: Maker = {
  operation: 'smt.solve',
  backends: ['z3'],
  make: (random) => (random.chance(0.3) ? evenIsOdd(random) : plantedLine(random)),
};

export const logicMakers: readonly Maker[] = [sat, assignmentCheck, smt];

/** n + 1 pigeons in n holes, no two in one. */
export function pigeons(holes: number): Question {
  const at = (pigeon: number, hole: number) => pigeon * holes + hole + 1;
  const all = Array.from({ length: holes + 1 }, (_, pigeon) => pigeon);
  const inOne = all.map((pigeon) => Array.from({ length: holes }, (_, hole) => at(pigeon, hole)));
  const apart = all.flatMap((p) =>
    all.slice(0, p).flatMap((q) => Array.from({ length: holes }, (_, hole) => [-at(p, hole), -at(q, hole)])),
  );
  return {
    payload: { cnf: { dimacs: dimacs((holes + 1) * holes, [...inOne, ...apart]) } },
    check: (output) =>
      verdict(z.looseObject({ outcome: z.string() }).parse(output).outcome === 'UNSAT', 'more pigeons than holes fit'),
  };
}

/** Random clauses of three that a hidden assignment satisfies. */
export function planted(random: Random, variables: number, perVariable = 4): Question {
  const hidden = Array.from({ length: variables }, () => random.chance(0.5));
  const clauses: Clause[] = [];
  while (clauses.length < perVariable * variables) {
    const clause = Array.from({ length: 3 }, () => random.signed(variables));
    if (holds(clause, hidden)) clauses.push(clause);
  }
  return {
    payload: { cnf: { dimacs: dimacs(variables, clauses) } },
    check: (output) => {
      const answer = z.looseObject({ outcome: z.string(), assignment: z.array(z.boolean()).optional() }).parse(output);
      const found = answer.assignment ?? [];
      return verdict(
        answer.outcome === 'SAT' && found.length === variables && clauses.every((clause) => holds(clause, found)),
        'not a satisfying assignment',
      );
    },
  };
}

/** a·x + b·y = c with bounds, of which one solution is known. */
function plantedLine(random: Random): Question {
  const [a, b, x, y] = [1, 2, 3, 4].map(() => BigInt(random.signed(1_000)));
  if (a === undefined || b === undefined || x === undefined || y === undefined) throw new RangeError('four numbers');
  const c = a * x + b * y;
  const low = x - BigInt(random.between(0, 50));
  return {
    payload: {
      logic: 'QF_LIA',
      smtlib: `(declare-const x Int)(declare-const y Int)(assert (= (+ (* ${term(a)} x) (* ${term(b)} y)) ${term(c)}))(assert (>= x ${term(low)}))`,
    },
    check: (output) => {
      const answer = z
        .looseObject({
          outcome: z.literal('SAT'),
          model: z.array(z.looseObject({ name: z.string(), value: integer })),
        })
        .parse(output);
      const value = (name: string) => answer.model.find((entry) => entry.name === name)?.value ?? 0n;
      return verdict(a * value('x') + b * value('y') === c && value('x') >= low, 'not a model');
    },
  };
}

function evenIsOdd(random: Random): Question {
  const c = term(2n * BigInt(random.signed(1_000_000)) + 1n);
  return {
    payload: {
      logic: 'QF_LIA',
      smtlib: `(declare-const x Int)(declare-const y Int)(assert (= (- (* 4 x) (* 2 y)) ${c}))`,
    },
    check: (output) =>
      verdict(z.looseObject({ outcome: z.string() }).parse(output).outcome === 'UNSAT', 'an odd number is even'),
  };
}

function term(value: bigint): string {
  return value < 0n ? `(- ${String(-value)})` : String(value);
}

function holds(clause: Clause, assignment: readonly boolean[]): boolean {
  return clause.some((literal) => assignment[Math.abs(literal) - 1] === literal > 0);
}

function dimacs(variables: number, clauses: readonly Clause[]): string {
  const lines = clauses.map((clause) => `${clause.join(' ')} 0\n`);
  return `p cnf ${String(variables)} ${String(clauses.length)}\n${lines.join('')}`;
}
