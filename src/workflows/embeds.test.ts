import { describe, expect, test } from 'vitest'
import { AssayError } from '../kernel/errors.ts'
import type { Json, JsonObject } from '../kernel/json/value.ts'
import type { EmbedRequest } from './embed-syntax.ts'
import { resolveEmbeds, type EmbedErrorPolicy, type EmbedTarget } from './embeds.ts'

const embed = (slug: string, path?: string): JsonObject => ({
  '@ag.embed': {
    '@ag.references': { workflow: { slug } },
    ...(path === undefined ? {} : { '@ag.selector': { path } }),
  },
})

const store: Readonly<Record<string, JsonObject | undefined>> = {
  tone: {
    parameters: { text: 'kind', list: [1, { a: null }], prompt: { messages: [{ content: 'Hello' }] } },
  },
  outer: {
    parameters: { text: 'very @{{workflow.slug=tone, path=text}}', whole: embed('tone', 'parameters.list') },
  },
  empty: undefined,
  ring: { parameters: { a: embed('ring', 'parameters.b'), b: embed('ring', 'parameters.a') } },
  self: { parameters: { text: 'x', other: embed('self', 'parameters.text') } },
  chain1: { parameters: { text: embed('chain2', 'parameters.text') } },
  chain2: { parameters: { text: embed('chain3', 'parameters.text') } },
  chain3: { parameters: { text: 'end' } },
  // Embeds whose paths lead through other embeds.
  way: { parameters: { style: embed('tone', 'parameters') } },
  farWay: { parameters: { style: embed('way', 'parameters.style') } },
  brokenWay: { parameters: { style: embed('nobody') } },
  ringWay: { parameters: { a: embed('ringWay', 'parameters.b.c'), b: embed('ringWay', 'parameters.a') } },
}

const revisionRefs = (slug: string) => ({ workflow_revision: { id: `id-${slug}`, slug, version: '1' } })

interface Run {
  readonly data: JsonObject
  readonly errorPolicy?: EmbedErrorPolicy
  readonly maxDepth?: number
  readonly maxEmbeds?: number
  readonly charactersMax?: number
}

const lookup = async (request: EmbedRequest): Promise<EmbedTarget | undefined> => {
  const slug = request.refs.artifact?.slug ?? ''
  if (slug === 'vague') throw new AssayError('reference_insufficient', 'Say more.')
  if (slug === 'down') throw new AssayError('unavailable', 'The store does not answer.')
  if (request.isSoleEntry) return { id: 'id-tone', data: store['tone'], references: revisionRefs('sole') }
  if (request.key !== undefined) return { id: request.key, data: store[request.key], references: {} }
  return Object.hasOwn(store, slug)
    ? { id: `id-${slug}`, data: store[slug], references: revisionRefs(slug) }
    : undefined
}

const resolve = (run: Run) =>
  resolveEmbeds({
    errorPolicy: 'exception',
    maxDepth: 10,
    maxEmbeds: 100,
    charactersMax: 1000,
    lookup,
    ...run,
  })

const value = async (template: Json, errorPolicy: EmbedErrorPolicy = 'exception') =>
  (await resolve({ data: { parameters: { x: template } }, errorPolicy })).data['parameters']

async function failure(run: Run): Promise<AssayError> {
  try {
    await resolve(run)
  } catch (error) {
    if (error instanceof AssayError) return error
    throw error
  }
  return expect.fail('it was resolved')
}

describe('embeds are replaced', () => {
  test.each<[string, Json, Json]>([
    ['an object by a text', embed('tone', 'parameters.text'), 'kind'],
    ['an object by a list', embed('tone', 'parameters.list'), [1, { a: null }]],
    ['an object by all data', embed('tone'), store['tone'] as JsonObject],
    ['an object by null', embed('tone', 'parameters.list.1.a'), null],
    [
      'a token by its text',
      'a @ag.embed[@ag.references[workflow.slug=tone], @ag.selector[path=parameters.text]] b',
      'a kind b',
    ],
    [
      'a token by compact JSON',
      '@ag.embed[@ag.references[workflow.slug=tone], @ag.selector[path=parameters.list]]',
      '[1,{"a":null}]',
    ],
    ['a snippet by the first message', '@{{workflow.slug=tone}}!', 'Hello!'],
    ['several in one text', '@{{workflow.slug=tone, path=text}}, @{{workflow.slug=tone}}', 'kind, Hello'],
    [
      'embeds inside embedded data',
      embed('outer', 'parameters'),
      { text: 'very kind', whole: [1, { a: null }] },
    ],
    ['inside lists and objects', [{ y: embed('tone', 'parameters.text') }], [{ y: 'kind' }]],
    ['through another embed on its path', embed('way', 'parameters.style.text'), 'kind'],
    ['through a chain of embeds', embed('farWay', 'parameters.style.list.1'), { a: null }],
    ['another part of the same revision', embed('self', 'parameters.other'), 'x'],
    ['text that only looks like a token stays', '@{{name}} @ag.embed[x]', '@{{name}} @ag.embed[x]'],
  ])('%s', async (_, template, expected) => {
    expect(await value(template)).toEqual({ x: expected })
  })

  test('and reported, in order of appearance', async () => {
    const { info } = await resolve({
      data: { parameters: { a: embed('outer', 'parameters'), b: '@{{workflow.slug=tone}}' } },
    })
    expect(info).toEqual({
      references_used: ['outer', 'tone', 'tone', 'tone'].map(revisionRefs),
      depth_reached: 2,
      embeds_resolved: 4,
      errors: [],
    })
  })

  test('including those along a path', async () => {
    const { info } = await resolve({ data: { a: embed('farWay', 'parameters.style.text') } })
    expect(info).toEqual({
      references_used: ['farWay', 'way', 'tone'].map(revisionRefs),
      depth_reached: 3,
      embeds_resolved: 3,
      errors: [],
    })
  })

  test('data without embeds is returned unchanged, with zeros', async () => {
    const data = JSON.parse('{"parameters":{"__proto__":[{}],"n":null}}')
    const resolution = await resolve({ data })
    expect(resolution.data).toBe(data)
    expect(resolution.info).toEqual({ references_used: [], depth_reached: 0, embeds_resolved: 0, errors: [] })
  })

  test('next to a member named __proto__, which stays a member', async () => {
    const data = JSON.parse('{"parameters":{"__proto__":{"a":"@{{workflow.slug=tone}}"}}}')
    expect(JSON.stringify((await resolve({ data })).data)).toBe('{"parameters":{"__proto__":{"a":"Hello"}}}')
  })

  test('an environment is resolved by key, a snippet without a key to its only entry', async () => {
    const requests: EmbedRequest[] = []
    const environment = { '@ag.references': { environment: { slug: 'production' } } }
    await resolveEmbeds({
      data: {
        a: { '@ag.embed': { ...environment, '@ag.selector': { key: 'tone', path: 'parameters.text' } } },
        b: '@{{environment.slug=production}}',
        c: { '@ag.embed': environment },
        d: {
          '@ag.embed': { '@ag.references': { workflow: { slug: 'tone' } }, '@ag.selector': { key: 'k' } },
        },
      },
      errorPolicy: 'keep',
      maxDepth: 10,
      maxEmbeds: 10,
      charactersMax: 1000,
      lookup: (request) => {
        requests.push(request)
        return lookup(request)
      },
    })
    const refs = { artifact: { slug: 'production' } }
    expect(requests).toEqual([
      { kind: 'environment', refs, key: 'tone' },
      { kind: 'environment', refs, isSoleEntry: true },
      { kind: 'environment', refs },
      { kind: 'workflow', refs: { artifact: { slug: 'tone' } } },
    ])
  })

  test('a revision is looked up once', async () => {
    let lookups = 0
    await resolveEmbeds({
      data: { a: embed('tone', 'parameters.text'), b: embed('tone', 'parameters.list') },
      errorPolicy: 'exception',
      maxDepth: 10,
      maxEmbeds: 10,
      charactersMax: 1000,
      lookup: (request) => {
        lookups += 1
        return lookup(request)
      },
    })
    expect(lookups).toBe(1)
  })
})

describe('an embed that fails', () => {
  const twoKinds = {
    '@ag.embed': { '@ag.references': { workflow: { slug: 'tone' }, snippet: { slug: 'a' } } },
  }

  test.each<[string, Json, string]>([
    ['an unknown revision', embed('nobody'), 'not_found'],
    ['a reference that is refused', embed('vague'), 'not_found'],
    ['two kinds in one', twoKinds, 'not_found'],
    ['no such path', embed('tone', 'parameters.nope'), 'no_path'],
    ['a revision without data', embed('empty'), 'no_path'],
    ['a cycle', embed('ring', 'parameters.a'), 'cycle'],
    ['an unknown revision on a path', embed('brokenWay', 'parameters.style.text'), 'not_found'],
    ['no such path beyond another embed', embed('way', 'parameters.style.nope'), 'no_path'],
    ['a text on a path', embed('outer', 'parameters.text.x'), 'no_path'],
    ['a cycle on a path', embed('ringWay', 'parameters.a.d'), 'cycle'],
  ])('%s', async (_, template, word) => {
    const run = { data: { parameters: { 'a/b': [template] } } }
    const error = await failure(run)
    expect(error.code).toBe('embed_failed')
    expect(error.detail).toMatchObject({
      errors: [{ path: '/parameters/a~1b/0', reason: expect.stringMatching(`^${word}: `) }],
    })

    const placeholder = await resolve({ ...run, errorPolicy: 'placeholder' })
    expect(JSON.stringify(placeholder.data)).toContain(`"<error:${word}>"`)
    expect(placeholder.info.errors).toHaveLength(1)

    const resolution = await resolve({ ...run, errorPolicy: 'keep' })
    expect(resolution.info.errors).toEqual(placeholder.info.errors)
  })

  test('stays unchanged with the policy keep', async () => {
    const data = { parameters: { a: embed('nobody'), b: [embed('tone', 'nope'), embed('empty')] } }
    expect((await resolve({ data, errorPolicy: 'keep' })).data).toBe(data)
  })

  test('leaves the rest of its text unchanged', async () => {
    const text = 'a @{{workflow.slug=nobody}} b @{{workflow.slug=tone}}'
    expect(await value(text, 'placeholder')).toEqual({ x: 'a <error:not_found> b Hello' })
    expect(await value(text, 'keep')).toEqual({ x: 'a @{{workflow.slug=nobody}} b Hello' })
  })

  test('is listed with all others', async () => {
    const error = await failure({ data: { a: embed('nobody'), b: embed('tone', 'z') } })
    expect(error.detail).toMatchObject({ errors: [{ path: '/a' }, { path: '/b' }] })
  })

  test('is never hidden by a policy when a store is down', async () => {
    expect((await failure({ data: { a: embed('down') }, errorPolicy: 'keep' })).code).toBe('unavailable')
  })
})

describe('limits apply under every policy', () => {
  test.each<EmbedErrorPolicy>(['exception', 'placeholder', 'keep'])('%s', async (errorPolicy) => {
    const deep = { data: { a: embed('chain1', 'parameters.text') }, errorPolicy }
    expect((await resolve({ ...deep, maxDepth: 3 })).data).toEqual({ a: 'end' })
    expect((await failure({ ...deep, maxDepth: 2 })).detail).toMatchObject({
      errors: [{ path: '/a', reason: expect.stringContaining('max_depth') }],
    })
    const way = { data: { a: embed('farWay', 'parameters.style.text') }, errorPolicy }
    expect((await resolve({ ...way, maxDepth: 3, maxEmbeds: 3 })).data).toEqual({ a: 'kind' })
    await expect(resolve({ ...way, maxDepth: 2 })).rejects.toThrow('more than 2 levels')
    await expect(resolve({ ...way, maxEmbeds: 2 })).rejects.toThrow('More than 2 embeds')
    const manyEmbeds = {
      data: { a: embed('tone', 'parameters.text'), b: '@{{workflow.slug=tone}}' },
      errorPolicy,
    }
    expect((await resolve({ ...manyEmbeds, maxEmbeds: 2 })).info.embeds_resolved).toBe(2)
    expect((await failure({ ...manyEmbeds, maxEmbeds: 1 })).detail).toMatchObject({
      errors: [{ path: '/b', reason: expect.stringContaining('max_embeds') }],
    })
    const repeatedEmbed = {
      data: { a: embed('tone', 'parameters.text'), b: [embed('tone', 'parameters.text')] },
      errorPolicy,
    }
    expect((await resolve({ ...repeatedEmbed, charactersMax: 8 })).info.embeds_resolved).toBe(2)
    expect((await failure({ ...repeatedEmbed, charactersMax: 7 })).detail).toMatchObject({
      errors: [{ path: '/b/0', reason: expect.stringContaining('revision_characters_max') }],
    })
  })
})
