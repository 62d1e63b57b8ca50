// A program that ends without a flush; run by tracing.test.ts.
import { init, start } from '../../sdk/tracing/tracing.ts'

init()
start('unflushed').end()
