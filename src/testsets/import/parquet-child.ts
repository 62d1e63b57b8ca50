// The program of a process that reads one Parquet file.
import { serveCalls } from '../../kernel/work/serve-calls.ts'
import { parquetCalls } from './parquet-work.ts'

await serveCalls(parquetCalls)
