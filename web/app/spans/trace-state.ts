// The state of a trace by the rules of the server.
export { runningMs, traceState } from '../../../sdk/shared/traces.ts'
