// Sets a fixed seed for the random cases of property tests, so that a change fails because of the change and not because of a
// new case. `ASSAY_TEST_SEED=random` draws new cases, a number repeats one run; a counterexample becomes an `examples` entry.
import fc from 'fast-check'

const seed = process.env['ASSAY_TEST_SEED'] ?? '20261118'
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) })
