import { describe, expect, test } from 'vitest'
import { builtinOf, isKnown, isManaged, parseUri, uriText, type Uri } from './uri.ts'

const fullUri = (text: string): string | undefined => {
  const uri = parseUri(text)
  return uri === undefined ? undefined : uriText(uri)
}
const requireUri = (text: string): Uri => parseUri(text) ?? expect.fail(`${text} is ill-formed`)

describe('a uri', () => {
  test.each([
    ['completion', 'agenta:builtin:completion:latest'],
    ['custom:code', 'agenta:custom:code:latest'],
    ['assay:builtin:chat', 'assay:builtin:chat:latest'],
    ['user:custom:mine', 'user:custom:mine:latest'],
    ['assay:builtin:chat:v0', 'assay:builtin:chat:v0'],
    ['user:x:y:z', 'user:x:y:z'],
  ])('%s is read as %s', (text, expected) => {
    expect(fullUri(text)).toBe(expected)
  })

  test.each(['', 'a:b:c:d:e', 'a::c', ':chat', 'chat:', 'my chat', ' chat', 'user:custom:my key:v0', 'a\tb'])(
    'that is ill-formed is refused: %j',
    (text) => {
      expect(parseUri(text)).toBeUndefined()
    },
  )

  test('is managed under either provider word', () => {
    expect(isManaged(requireUri('assay:builtin:chat'))).toBe(true)
    expect(isManaged(requireUri('agenta:builtin:chat'))).toBe(true)
    expect(isManaged(requireUri('user:builtin:chat'))).toBe(false)
  })

  test.each([
    ['chat', true],
    ['assay:builtin:auto_exact_match:v0', true],
    ['custom:feedback', true],
    ['agent', true],
    ['assay:builtin:human:v3', true],
    ['user:builtin:nothing', true],
    ['nothing', false],
    ['constructor', false],
    ['feedback', false],
    ['custom:chat', false],
    ['custom:agent', false],
    ['assay:builtin:chat:v7', false],
  ])('%s is known: %j', (text, expected) => {
    expect(isKnown(requireUri(text))).toBe(expected)
  })

  test('of another provider names no built-in of ours', () => {
    expect(builtinOf(requireUri('assay:builtin:chat:v0'))?.key).toBe('chat')
    expect(builtinOf(requireUri('user:builtin:chat:v0'))).toBeUndefined()
  })
})
