/** The library: `createGateway(settings)` and the types and errors it uses. */
export { createGateway } from './compose.js';
export { GatewayError, errorCodes, type ErrorCode, type ErrorDiagnostic, type Stage } from './contracts/diagnostic.js';
export type { Availability, AvailabilityStatus } from './contracts/availability.js';
export type { RunOptions, RunProgress, RunResult } from './contracts/gateway.js';
export type { Gateway, OutputOf, PayloadOf } from './gateway/gateway.js';
export type { Settings, SettingsInput } from './contracts/settings.js';
export type { Catalog } from '../catalog/registry.generated.js';
