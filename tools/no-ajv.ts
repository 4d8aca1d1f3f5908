/** Stands for ajv in the bundle: nothing may ask the server's SDK to validate. */
export default function noValidator(): never {
  throw new Error('this build has no JSON Schema validator');
}
