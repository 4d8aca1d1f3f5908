import { z } from 'zod';
import { EngineCrashed, EngineError, ReplyError, type Program, type Reply } from '../../src/contracts/adapter.js';

/** Arguments are JSON data; integers travel as decimal strings, indices and degrees as JSON integers. */
export type SageArgument =
  string | number | boolean | null | readonly SageArgument[] | { readonly [key: string]: SageArgument };

/** The call of one engine-side function with data. The driver adds the request's id. */
export function call(name: string, ...args: readonly SageArgument[]): Program {
  return { text: JSON.stringify({ function: name, arguments: args }) };
}

/** Terms of a polynomial, [["3/4", [exponents]], ...]. */
export const termsReply = z
  .array(z.tuple([z.string().regex(/^-?[0-9]+(?:\/[0-9]+)?$/), z.array(z.int().min(0))]))
  .transform((terms) =>
    terms.map(([text, exponents]) => {
      const [num = '0', den = '1'] = text.split('/');
      return { coefficient: { num, den }, exponents };
    }),
  );

const answerSchema = z.union([
  z.strictObject({ id: z.number(), value: z.unknown() }),
  z.strictObject({ id: z.number(), error: z.string(), message: z.string() }),
]);

/** The value that a reply holds, checked against the shape that the adapter expects. */
export function readReply<T>(reply: Reply, shape: z.ZodType<T>): T {
  const answer = answerSchema.safeParse(parseJson(reply.text));
  if (!answer.success) throw new ReplyError('not an answer of the worker');
  if ('error' in answer.data) {
    const { error, message } = answer.data;
    // Sage makes an exception of a memory fault in its libraries. The child that met it ends with its answer.
    if (error === 'SignalError') throw new EngineCrashed(message, '');
    throw new EngineError(`${error}: ${message}`);
  }
  const value = shape.safeParse(answer.data.value);
  if (!value.success) throw new ReplyError('the answer has another shape than expected');
  return value.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ReplyError('not JSON');
  }
}
