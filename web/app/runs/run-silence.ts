// web/app/runs: rules about evaluation runs that pages share.
// Imports shared code of the SDK. Start here.
//
// Finds runs whose program has probably ended without reporting it.
export { silentMs, silentSince } from '../../../sdk/shared/run-silence.ts'
