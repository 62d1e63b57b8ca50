// Runs the checks that read sources in one process: imports, rules of tests, the counts of ratchet.json, look-ups by names of
// clients. Each of their files also runs alone.
import { importProblems } from './imports.ts'
import { ownMemberProblems } from './own-members.ts'
import { ratchetProblems } from './ratchet.ts'
import { report } from './sources.ts'
import { testRuleProblems } from './test-rules.ts'

report([...importProblems(), ...testRuleProblems(), ...ratchetProblems(), ...ownMemberProblems()])
