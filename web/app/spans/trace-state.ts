// Whether a trace has finished, as the server decides it for lists.
export { runningMs, traceState } from '../../../sdk/asking/traces.ts'
