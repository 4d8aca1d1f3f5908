import { fit, type Rule } from './fit.js';
import { apply, bool, int, regLan, string, type Sort, type Term } from './term.js';

const fixed = (name: string, parameters: readonly Sort[], result: Sort): [string, Rule] => [
  name,
  (given, indices) => {
    const args = fit(given, parameters);
    return args === null || indices.length > 0 ? null : apply(name, args, result);
  },
];

const repeated = (name: string, parameter: Sort, least: number, result: Sort): [string, Rule] => [
  name,
  (args) =>
    args.length >= least &&
    fit(
      args,
      args.map(() => parameter),
    ) !== null
      ? apply(name, args, result)
      : null,
];

/** Functions of sequences have names of their own (`seq.len`) and work on `(Seq T)`. */
const sequence = (
  name: string,
  shape: (element: Sort, own: Sort) => readonly [parameters: readonly Sort[], result: Sort],
): [string, Rule] => [
  name,
  (given) => {
    const own = given[0]?.sort;
    if (own?.kind !== 'Seq') return null;
    const [parameters, result] = shape(own.element, own);
    const args = fit(given, parameters);
    return args === null ? null : apply(name, args, result);
  },
];

export const strings: readonly (readonly [string, Rule])[] = [
  repeated('str.++', string, 1, string),
  fixed('str.len', [string], int),
  repeated('str.<', string, 2, bool),
  repeated('str.<=', string, 2, bool),
  fixed('str.at', [string, int], string),
  fixed('str.substr', [string, int, int], string),
  fixed('str.prefixof', [string, string], bool),
  fixed('str.suffixof', [string, string], bool),
  fixed('str.contains', [string, string], bool),
  fixed('str.indexof', [string, string, int], int),
  fixed('str.replace', [string, string, string], string),
  fixed('str.replace_all', [string, string, string], string),
  fixed('str.replace_re', [string, regLan, string], string),
  fixed('str.replace_re_all', [string, regLan, string], string),
  fixed('str.is_digit', [string], bool),
  fixed('str.to_code', [string], int),
  fixed('str.from_code', [int], string),
  fixed('str.to_int', [string], int),
  fixed('str.from_int', [int], string),
  fixed('str.to_re', [string], regLan),
  fixed('str.in_re', [string, regLan], bool),
  fixed('re.none', [], regLan),
  fixed('re.all', [], regLan),
  fixed('re.allchar', [], regLan),
  repeated('re.++', regLan, 1, regLan),
  repeated('re.union', regLan, 1, regLan),
  repeated('re.inter', regLan, 1, regLan),
  fixed('re.*', [regLan], regLan),
  fixed('re.+', [regLan], regLan),
  fixed('re.opt', [regLan], regLan),
  fixed('re.comp', [regLan], regLan),
  fixed('re.diff', [regLan, regLan], regLan),
  fixed('re.range', [string, string], regLan),
  ['re.^', loop('re.^', 1)],
  ['re.loop', loop('re.loop', 2)],
  [
    'seq.unit',
    ([element, ...more]) =>
      element === undefined || more.length > 0
        ? null
        : apply('seq.unit', [element], { kind: 'Seq', element: element.sort }),
  ],
  [
    'seq.++',
    (given) => {
      const own = given[0]?.sort;
      if (own?.kind !== 'Seq') return null;
      const args = fit(
        given,
        given.map((): Sort => own),
      );
      return args === null ? null : apply('seq.++', args, own);
    },
  ],
  sequence('seq.len', (_element, own) => [[own], int]),
  sequence('seq.nth', (element, own) => [[own, int], element]),
  sequence('seq.at', (_element, own) => [[own, int], own]),
  sequence('seq.extract', (_element, own) => [[own, int, int], own]),
  sequence('seq.contains', (_element, own) => [[own, own], bool]),
  sequence('seq.prefixof', (_element, own) => [[own, own], bool]),
  sequence('seq.suffixof', (_element, own) => [[own, own], bool]),
  sequence('seq.indexof', (_element, own) => [[own, own, int], int]),
  sequence('seq.replace', (_element, own) => [[own, own, own], own]),
];

function loop(name: string, count: number): Rule {
  return (args: readonly Term[], indices) =>
    args.length === 1 && args[0]?.sort.kind === 'RegLan' && indices.length === count
      ? apply(name, args, regLan, indices)
      : null;
}
