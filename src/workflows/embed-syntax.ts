// Parses the three formats of an embed into one: an object, a token in a text, a snippet in a text.
// {"@ag.embed": {"@ag.references": {"workflow_revision": {"slug": "tone-1"}}, "@ag.selector": {"path":
// "parameters.text"}}}
// @ag.embed[@ag.references[workflow_variant.slug=tone], @ag.selector[path=parameters.text]]
// @{{environment.slug=production, key=tone.revision, path=text}}
// Text that only looks like an embed (it references nothing known) stays unchanged.
import type { Reference } from '../versioning/references/references.ts'
import { isJsonObject, type Json, type JsonObject } from '../kernel/json/value.ts'

const embedKinds = ['workflow', 'application', 'evaluator', 'snippet', 'environment'] as const
export type EmbedKind = (typeof embedKinds)[number]

/** Some of the members that identify a record; never empty. */
export type Ref = Reference

export interface EmbedRefs {
  readonly artifact?: Ref
  readonly variant?: Ref
  readonly revision?: Ref
}

/** A parsed embed: the references for each kind that it names (one kind, if it is valid), and the part to take. */
export interface Embed {
  readonly form: 'object' | 'token' | 'snippet'
  readonly refsByKind: ReadonlyMap<EmbedKind, EmbedRefs>
  readonly key?: string
  /** Dot path into the revision's data; absent: all of it. */
  readonly path?: string
}

/** The revision that an embed references; unpinned references mean the head. */
export interface EmbedRequest {
  readonly kind: EmbedKind
  readonly refs: EmbedRefs
  /** Only for environments: takes the revision deployed under this key. */
  readonly key?: string
  /** Only for environments without a key: takes the revision of the only entry. */
  readonly isSoleEntry?: true
}

/** An embed inside a text, and its position. */
export interface EmbedInText {
  readonly embed: Embed
  readonly start: number
  readonly end: number
}

const namePattern = new RegExp(`^(${embedKinds.join('|')})(?:_(artifact|variant|revision))?$`)

type Level = keyof EmbedRefs
type Member = keyof Ref

const memberNames: ReadonlySet<string> = new Set<Member>(['id', 'slug', 'version'])

/** Values by `name.member`, such as `workflow_variant.slug`; unknown names and members are skipped. */
function namedRefs(
  values: Iterable<readonly [name: string, member: string, value: string]>,
): ReadonlyMap<EmbedKind, EmbedRefs> {
  const refsByKind = new Map<EmbedKind, EmbedRefs>()
  for (const [name, member, value] of values) {
    const match = namePattern.exec(name)
    if (match === null || !memberNames.has(member) || value === '') continue
    const kind = match[1] as EmbedKind
    const level = (match[2] ?? 'artifact') as Level
    const refs = refsByKind.get(kind) ?? {}
    refsByKind.set(kind, { ...refs, [level]: { ...refs[level], [member]: value } })
  }
  return refsByKind
}

function createEmbed(
  form: Embed['form'],
  refsByKind: ReadonlyMap<EmbedKind, EmbedRefs>,
  selector: { readonly key?: string | undefined; readonly path?: string | undefined },
): Embed | undefined {
  if (refsByKind.size === 0) return undefined
  return {
    form,
    refsByKind,
    ...(selector.key ? { key: selector.key } : {}),
    ...(selector.path ? { path: selector.path } : {}),
  }
}

const textOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined

function* objectRefs(references: JsonObject): Generator<readonly [string, string, string]> {
  for (const [name, ref] of Object.entries(references)) {
    if (!isJsonObject(ref)) continue
    for (const [member, value] of Object.entries(ref)) {
      if (typeof value === 'string') yield [name, member, value]
      // A version may be a number everywhere.
      else if (member === 'version' && typeof value === 'number') yield [name, member, String(value)]
    }
  }
}

/** Whether a JSON text may have embeds: a text search is faster than a walk over all values. */
export const mayHaveEmbeds = (text: string): boolean => text.includes('@ag.embed') || text.includes('@{{')

/** The embed of an object, if it is one. Other members next to `@ag.embed` are ignored. */
export function objectEmbed(value: JsonObject): Embed | undefined {
  const body = Object.hasOwn(value, '@ag.embed') ? value['@ag.embed'] : undefined
  if (!isJsonObject(body)) return undefined
  const references = body['@ag.references']
  const selector = body['@ag.selector']
  if (!isJsonObject(references)) return undefined
  const selection = isJsonObject(selector) ? selector : {}
  return createEmbed('object', namedRefs(objectRefs(references)), {
    key: textOf(selection['key']),
    path: textOf(selection['path']),
  })
}

/** `a.b=c, d: e & f=g` as pairs; a part without `=` or `:` is skipped. */
function parsePairs(list: string): readonly (readonly [string, string])[] {
  return list.split(/[,&]/).flatMap((part): readonly (readonly [string, string])[] => {
    const separatorIndex = part.search(/[=:]/)
    return separatorIndex < 0
      ? []
      : [[part.slice(0, separatorIndex).trim(), part.slice(separatorIndex + 1).trim()]]
  })
}

function* textRefs(
  list: readonly (readonly [string, string])[],
): Generator<readonly [string, string, string]> {
  for (const [name, value] of list) {
    const dot = name.lastIndexOf('.')
    if (dot > 0) yield [name.slice(0, dot), name.slice(dot + 1), value]
  }
}

function tokenEmbed(body: string): Embed | undefined {
  const references = /@ag\.references\[([^[\]]*)\]/.exec(body)?.[1]
  if (references === undefined) return undefined
  const selector = Object.fromEntries(parsePairs(/@ag\.selector\[([^[\]]*)\]/.exec(body)?.[1] ?? ''))
  return createEmbed('token', namedRefs(textRefs(parsePairs(references))), selector)
}

function snippetEmbed(body: string): Embed | undefined {
  const list = parsePairs(body)
  const selector = Object.fromEntries(list)
  return createEmbed('snippet', namedRefs(textRefs(list)), {
    key: selector['key'],
    path: `parameters.${selector['path'] || 'prompt.messages.0.content'}`,
  })
}

// The pattern is unambiguous: hostile input costs only linear time.
const embedPattern = /@ag\.embed\[([^[\]]*(?:\[[^[\]]*\][^[\]]*)*)\]|@\{\{([^{}]*)\}\}/g

/** The embeds in a text, in order of appearance. */
export function textEmbeds(value: string): readonly EmbedInText[] {
  if (!value.includes('@')) return []
  return [...value.matchAll(embedPattern)].flatMap((match): readonly EmbedInText[] => {
    const [matchText, token, snippet] = match
    const embed = token === undefined ? snippetEmbed(snippet ?? '') : tokenEmbed(token)
    return embed === undefined ? [] : [{ embed, start: match.index, end: match.index + matchText.length }]
  })
}

/** True for an object that is an embed and for a text that contains one; nested values do not count. */
export const hasEmbed = (value: Json): boolean =>
  typeof value === 'string'
    ? textEmbeds(value).length > 0
    : isJsonObject(value) && objectEmbed(value) !== undefined

/** The lookup for an embed; undefined if it names more than one kind. */
export function requestOf(embed: Embed): EmbedRequest | undefined {
  const [first, ...otherRefs] = embed.refsByKind
  if (first === undefined || otherRefs.length > 0) return undefined
  const [kind, refs] = first
  if (kind !== 'environment') return { kind, refs }
  if (embed.key !== undefined) return { kind, refs, key: embed.key }
  return embed.form === 'snippet' ? { kind, refs, isSoleEntry: true } : { kind, refs }
}

/** The references of a request in messages: `workflow_variant.slug='tone'`. */
export const refsText = ({ kind, refs }: EmbedRequest): string =>
  Object.entries(refs)
    .flatMap(([level, ref]: [string, Ref]) =>
      Object.entries(ref).map(
        ([member, value]) => `${level === 'artifact' ? kind : `${kind}_${level}`}.${member}='${value}'`,
      ),
    )
    .join(', ')
