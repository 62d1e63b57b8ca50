import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../kernel/json/value.ts'
import { hasEmbed, objectEmbed, textEmbeds, type Embed } from './embed-syntax.ts'

const plain = (embed: Embed | undefined) =>
  embed === undefined ? undefined : { ...embed, refsByKind: Object.fromEntries(embed.refsByKind) }
const inText = (text: string) => textEmbeds(text).map(({ embed }) => plain(embed))
const object = (references: JsonObject, selector?: JsonObject): JsonObject => ({
  '@ag.embed': {
    '@ag.references': references,
    ...(selector === undefined ? {} : { '@ag.selector': selector }),
  },
})

describe('an embed as an object', () => {
  test('identifies the embedded revision and the part of it', () => {
    const embed = object({ workflow_revision: { slug: 'tone-1' } }, { path: 'parameters.text' })
    expect(plain(objectEmbed(embed))).toEqual({
      form: 'object',
      refsByKind: { workflow: { revision: { slug: 'tone-1' } } },
      path: 'parameters.text',
    })
  })

  test('treats the bare name and the one with _artifact alike, and accepts numbers as versions', () => {
    const embed = object({
      application: { slug: 'a' },
      application_artifact: { id: 'i' },
      application_revision: { version: 3 },
    })
    expect(plain(objectEmbed(embed))?.refsByKind).toEqual({
      application: { artifact: { slug: 'a', id: 'i' }, revision: { version: '3' } },
    })
  })

  test.each<[string, JsonObject]>([
    ['no references', { '@ag.embed': { '@ag.selector': { path: 'a' } } }],
    ['references to nothing we know', object({ testset: { slug: 'a' } })],
    ['a reference without a member', object({ workflow: {}, application: { slug: null } })],
    ['no object inside', { '@ag.embed': 'x' }],
    ['another key', { embed: {} }],
  ])('is none with %s', (_, text) => {
    expect(objectEmbed(text)).toBeUndefined()
  })
})

describe('an embed in a text', () => {
  test('is read from a token', () => {
    const token =
      '@ag.embed[@ag.references[workflow_variant.slug=tone, workflow_revision.version=3], @ag.selector[path=parameters.text]]'
    expect(inText(`Be ${token}!`)).toEqual([
      {
        form: 'token',
        refsByKind: { workflow: { variant: { slug: 'tone' }, revision: { version: '3' } } },
        path: 'parameters.text',
      },
    ])
    expect(textEmbeds(`Be ${token}!`)[0]).toMatchObject({ start: 3, end: 3 + token.length })
  })

  test('is read from a token without a selector, and with the selector first', () => {
    expect(inText('@ag.embed[@ag.references[workflow.slug=a]]')).toEqual([
      { form: 'token', refsByKind: { workflow: { artifact: { slug: 'a' } } } },
    ])
    expect(inText('@ag.embed[@ag.selector[key=k], @ag.references[environment.slug=e]]')).toEqual([
      { form: 'token', refsByKind: { environment: { artifact: { slug: 'e' } } }, key: 'k' },
    ])
  })

  test.each([
    ['@{{environment.slug=production, key=tone.revision, path=text}}'],
    ['@{{ environment.slug : production & key:tone.revision&path = text }}'],
  ])('is read from a snippet: %s', (text) => {
    expect(inText(text)).toEqual([
      {
        form: 'snippet',
        refsByKind: { environment: { artifact: { slug: 'production' } } },
        key: 'tone.revision',
        path: 'parameters.text',
      },
    ])
  })

  test('inserts the first message of the prompt if its snippet has no path', () => {
    expect(inText('@{{snippet.slug=tone}}')[0]?.path).toBe('parameters.prompt.messages.0.content')
  })

  test('is read each time that it appears, in order', () => {
    expect(
      inText('@{{snippet.slug=a}} @ag.embed[@ag.references[workflow.slug=b]] @{{snippet.slug=c}}').map(
        (embed) => Object.keys(embed?.refsByKind ?? {}),
      ),
    ).toEqual([['snippet'], ['workflow'], ['snippet']])
  })

  test.each([
    '@{{name}}',
    '{{snippet.slug=a}}',
    '@{{testset.slug=a}}',
    '@{{snippet.slug=}}',
    '@{{snippet.colour=red}}',
    '@ag.embed[]',
    '@ag.embed[@ag.references[]]',
    '@ag.embed[@ag.selector[path=a]]',
    '@ag.embed[@ag.references[workflow.slug=a]',
    'write to me@example.com',
  ])('is none when it only looks like one: %s', (text) => {
    expect(textEmbeds(text)).toEqual([])
    expect(hasEmbed(text)).toBe(false)
  })

  test('is found in hostile text without backtracking', () => {
    const hostile = '@ag.embed[[]'.repeat(20_000) + '@{{'.repeat(20_000)
    expect(textEmbeds(`${hostile}@{{snippet.slug=a}}`)).toHaveLength(1)
  })
})
