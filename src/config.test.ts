import { readFlags } from './kernel/flags.ts'
import { outgoingText } from './outgoing.ts'
import { describe, expect, test } from 'vitest'
import { ConfigError, configOn, environmentName, flagName, loadConfig, settings } from './config.ts'

const problemsOf = (
  environment: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
): readonly string[] => {
  try {
    loadConfig(environment, readFlags(flags).flags)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('settings', () => {
  test('have defaults that work with an empty environment', () => {
    expect(loadConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 8700,
      dataDir: 'data',
      databaseUrl: undefined,
      adminKey: undefined,
      logLevel: 'info',
      corsOrigins: [],
      seedDefaults: true,
      pageSizeMax: 10_000,
      requestsPerMinuteMax: 0,
      testsetsRowsMax: 5_000_000,
    })
  })

  test('each have a help text and a unique name', () => {
    const config = loadConfig({})
    expect(Object.keys(config)).toHaveLength(settings.length)
    for (const { help } of settings) expect(help).toMatch(/^[A-Z].*\.$/)
  })

  test('of storage come from the variables of AWS tools where ours are not set', () => {
    const environment = { AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'theirs', AWS_SECRET_ACCESS_KEY: 's' }
    expect(loadConfig({ ...environment, ASSAY_BACKUP_S3_ACCESS_KEY: 'ours' })).toMatchObject({
      backupS3Region: 'eu-west-1',
      backupS3AccessKey: 'ours',
      backupS3SecretKey: 's',
      backupS3Endpoint: undefined,
    })
    expect(loadConfig({})).toMatchObject({ backupS3Region: 'us-east-1', backupS3AccessKey: undefined })
  })

  test('come from the environment, and a flag overrides it', () => {
    const environment = { ASSAY_PORT: '9000', ASSAY_TESTSETS_ROWS_MAX: '10', ASSAY_SEED_DEFAULTS: 'false' }
    expect(loadConfig(environment)).toMatchObject({ port: 9000, testsetsRowsMax: 10, seedDefaults: false })
    const { flags } = readFlags(['--port', '9001', '--testsets-rows-max=20', '--assay-seed-defaults=true'])
    expect(loadConfig(environment, flags)).toMatchObject({
      port: 9001,
      testsetsRowsMax: 20,
      seedDefaults: true,
    })
  })

  test('that are empty in the environment count as not set', () => {
    expect(loadConfig({ ASSAY_PORT: '', ASSAY_DATABASE_URL: '' })).toMatchObject({
      port: 8700,
      databaseUrl: undefined,
    })
  })

  test('that are invalid are all listed at once, with name and help text', () => {
    const problems = problemsOf(
      {
        ASSAY_PORT: '70000',
        ASSAY_DATABASE_URL: 'mysql://here',
        ASSAY_ADMIN_KEY: 'short',
        ASSAY_SECRETS_KEY: 'xyz',
        ASSAY_LOG_LEVEL: 'loud',
        ASSAY_SEED_DEFAULTS: 'maybe',
        ASSAY_TRUST_PROXY: '11',
        ASSAY_PORTT: '1',
      },
      ['--page-size-max', '0', '--no-such-flag', '--data-dir'],
    )
    expect(problems).toEqual([
      'ASSAY_PORT must be at most 65535. Port to listen on; 0 takes a free one.',
      expect.stringMatching(/^--data-dir needs a value\. /),
      expect.stringMatching(/^ASSAY_DATABASE_URL must be a URL of the form postgres:/),
      expect.stringMatching(/^ASSAY_ADMIN_KEY must have 32 or more characters without blanks\. /),
      expect.stringMatching(/^ASSAY_SECRETS_KEY must be 64 hexadecimal digits\. /),
      expect.stringMatching(/^ASSAY_TRUST_PROXY must be at most 10\. /),
      expect.stringMatching(/^ASSAY_LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent\. /),
      expect.stringMatching(/^ASSAY_SEED_DEFAULTS must be true or false\. /),
      expect.stringMatching(/^--page-size-max must be at least 1\. /),
      "ASSAY_PORTT is not a setting. Did you mean 'ASSAY_PORT'?",
      '--no-such-flag is not a setting.',
    ])
  })

  test.each(['abc', '1.5', ' ', '0x10', '1e3', 'NaN', '-1'])(
    'port %j is not a whole number in range',
    (text) => {
      expect(problemsOf({ ASSAY_PORT: text })).toHaveLength(1)
    },
  )

  test('that are secret never appear in an error message', () => {
    const secret = 'has blank s3cr3t'
    const url = 'mysql://user:s3cr3t@host'
    const problems = problemsOf({
      ASSAY_ADMIN_KEY: secret,
      ASSAY_API_KEY: secret,
      ASSAY_SECRETS_KEY: secret,
      ASSAY_DATABASE_URL: url,
      ASSAY_CLICKHOUSE_URL: url,
    })
    expect(problems).toHaveLength(5)
    expect(problems.join('\n')).not.toContain('s3cr3t')
  })

  test.each([
    [{}, '127.0.0.0/8, ::1/128 (by default)'],
    [{ ASSAY_HOST: 'localhost' }, '127.0.0.0/8, ::1/128 (by default)'],
    [{ ASSAY_HOST: '0.0.0.0' }, 'only (by default)'],
    [{ ASSAY_PUBLIC_URL: 'https://assay.example' }, 'only (by default)'],
    [{ ASSAY_TRUST_PROXY: 'true' }, 'only (by default)'],
    [{ ASSAY_DATABASE_URL: 'postgres://x/y' }, 'only (by default)'],
    [{ ASSAY_CLICKHOUSE_URL: 'http://x:8123' }, 'only (by default)'],
    [{ ASSAY_OUTGOING_ALLOW: 'none' }, 'only (by ASSAY_OUTGOING_ALLOW)'],
    [
      { ASSAY_OUTGOING_ALLOW: '10.0.0.0/8,a.internal' },
      'and 10.0.0.0/8, a.internal (by ASSAY_OUTGOING_ALLOW)',
    ],
  ])('%o let outgoing calls reach public addresses, %s', (environment, text) => {
    expect(outgoingText(loadConfig(environment)).endsWith(text)).toBe(true)
  })

  test('with an invalid address list are refused', () => {
    expect(problemsOf({ ASSAY_OUTGOING_ALLOW: '10.0.0.0/99' })).toEqual([
      expect.stringMatching(/^ASSAY_OUTGOING_ALLOW must be networks, addresses and host names/),
    ])
  })

  test.each(['ASSAY_ADMIN_KEY', 'ASSAY_API_KEY'])('%s has at least 32 characters', (name) => {
    expect(problemsOf({ [name]: 'k'.repeat(31) })).toHaveLength(1)
    expect(problemsOf({ [name]: 'k'.repeat(32) })).toEqual([])
  })

  test.each(['ASSAY_BACKUP_TARGET', 'ASSAY_SPAN_EXPORT_TARGET'])(
    '%s is an absolute path or s3://',
    (name) => {
      for (const target of ['/backup/assay', 's3://bucket/prefix', 's3://bucket'])
        expect(problemsOf({ [name]: target })).toEqual([])
      for (const target of ['backup', './backup', '~/backup', 'gs://bucket/x', 's3:/bucket', '/backup.tar'])
        expect(problemsOf({ [name]: target }), target).toHaveLength(1)
    },
  )

  test('of other programs are ignored', () => {
    expect(problemsOf({ PATH: '/bin', HOME: '/root', PORT: 'x' })).toEqual([])
  })

  test('separated by commas are lists', () => {
    const { corsOrigins } = loadConfig({ ASSAY_CORS_ORIGINS: 'https://a.example, https://b.example,' })
    expect(corsOrigins).toEqual(['https://a.example', 'https://b.example'])
  })

  test('have a name in texts, an environment variable and a flag', () => {
    expect([environmentName('testsets.rows_max'), flagName('testsets.rows_max')]).toEqual([
      'ASSAY_TESTSETS_ROWS_MAX',
      '--testsets-rows-max',
    ])
    const names = settings.map(({ name }) => name)
    expect(new Set(names.map(environmentName)).size).toBe(names.length)
    expect(new Set(names.map(flagName)).size).toBe(names.length)
  })
})

describe('flags', () => {
  test('of a toggle without a value turn it on', () => {
    const { flags } = readFlags(['--seed-defaults', '--port=1'])
    expect(loadConfig({ ASSAY_SEED_DEFAULTS: 'false' }, flags).seedDefaults).toBe(true)
  })

  test('take a value after a blank or an equals sign; other words are kept', () => {
    const { flags, rest } = readFlags(['key', 'create', '--role', 'viewer', 'ci', '--port=1', '--help'])
    expect(rest).toEqual(['key', 'create', 'ci'])
    expect(Object.fromEntries(flags)).toEqual({ '--role': 'viewer', '--port': '1', '--help': undefined })
  })

  test('accept values with equals signs, blanks and line breaks', () => {
    const { flags } = readFlags(['--database-url=postgres://u:p=1@h/d?x=y', '--data-dir=a b\nc'])
    expect(Object.fromEntries(flags)).toEqual({
      '--database-url': 'postgres://u:p=1@h/d?x=y',
      '--data-dir': 'a b\nc',
    })
  })
})

test('limits follow the memory and the processors of the machine, unless they are set', () => {
  const GiB = 1024 ** 3
  const limitsOn = ([memoryBytes, processors]: readonly [number, number], environment = {}) => {
    const config = configOn({ memoryBytes, processors }, { environment })
    const { bodiesBytesMax, queryMemoryBytesMax, queryResultBytesMax } = config
    const { workProcessesMax, workMemoryMbMax, evaluationsSandboxProcessesMax } = config
    return {
      MiB: [bodiesBytesMax, queryMemoryBytesMax, queryResultBytesMax].map((bytes) => bytes / 1024 ** 2),
      processes: [workProcessesMax, evaluationsSandboxProcessesMax],
      workMemoryMbMax,
    }
  }
  expect(limitsOn([GiB, 1])).toEqual({ MiB: [128, 128, 32], processes: [1, 2], workMemoryMbMax: 128 })
  expect(limitsOn([4 * GiB, 2])).toEqual({ MiB: [512, 512, 128], processes: [2, 4], workMemoryMbMax: 256 })
  expect(limitsOn([64 * GiB, 32])).toEqual({
    MiB: [512, 2048, 256],
    processes: [2, 4],
    workMemoryMbMax: 1024,
  })
  const environment = { ASSAY_QUERY_MEMORY_BYTES_MAX: String(2 * GiB) }
  expect(limitsOn([GiB, 1], environment).MiB).toEqual([128, 2048, 32])
})
