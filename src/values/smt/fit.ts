import { sameSort, toReal, type Sort, type Term } from './term.js';

/** What an operator makes of its arguments: the checked application, or null where their sorts do not fit. */
export type Rule = (args: readonly Term[], indices: readonly number[]) => Term | null;

/** Arguments for the given parameter sorts, Int made Real where needed; null where they do not fit. */
export function fit(args: readonly Term[], parameters: readonly Sort[]): readonly Term[] | null {
  if (args.length !== parameters.length) return null;
  const fitted: Term[] = [];
  for (const [i, arg] of args.entries()) {
    const parameter = parameters[i];
    if (parameter === undefined) return null;
    const term = coerce(arg, parameter);
    if (term === null) return null;
    fitted.push(term);
  }
  return fitted;
}

export function coerce(term: Term, sort: Sort): Term | null {
  if (sameSort(term.sort, sort)) return term;
  return sort.kind === 'Real' && term.sort.kind === 'Int' ? toReal(term) : null;
}

/** Arguments of one common sort; Ints beside Reals become Reals, as the logics over Real write their numerals. */
export function unify(args: readonly Term[]): readonly Term[] | null {
  const first = args.find(({ sort }) => sort.kind !== 'Int')?.sort ?? args[0]?.sort;
  if (first === undefined) return null;
  return fit(
    args,
    args.map(() => first),
  );
}
