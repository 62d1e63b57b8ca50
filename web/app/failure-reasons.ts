// Failed cells of a run by reason.
export { reasonsOf } from '../../sdk/shared/failure-reasons.ts'
