// Suggestions for mistyped words, as the server's own commands make them.
export { didYouMean } from '../../src/kernel/nearest-word.ts'
