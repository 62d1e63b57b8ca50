// Hides private data: full values by path, parts of texts by pattern. It works on decoded spans before they are mapped
// or stored, so that neither the canonical form nor the original attributes have the data.
import { setOwn } from '../../kernel/own.ts'
import { memoize } from '../../kernel/memoize.ts'
import { jsonTextValue } from '../exact-json.ts'
import type { OtlpEntityRef, OtlpEvent, OtlpLink, OtlpResource, OtlpScope, OtlpSpan } from '../otlp/span.ts'
import { Double, isObject, valueText, type OpenObject, type Value, type ValueObject } from '../value.ts'
import { newBudget } from './budget.ts'
import type { StepBudget } from './linear-pattern.ts'
import { PathRules, type PathStates } from './paths.ts'
import {
  defaultReplacement,
  redactedText,
  textRules,
  type RedactionRule,
  type TextRule,
} from './text-rules.ts'

/** Redacts spans. Create one per project and reuse it. */
export class Redactor {
  readonly #rulesForTexts: readonly TextRule[]
  /** Redacts the name of a member. */
  readonly #name: (name: string) => string
  /** No rule matches the replacement of another, so rules may be applied twice. */
  readonly #isStable: boolean
  readonly #paths: PathRules
  readonly #pathReplacements: readonly string[]
  /** Spans of one request share their resource and scope, and so do the redacted spans. */
  readonly #resources = new WeakMap<OtlpResource, OtlpResource>()
  readonly #scopes = new WeakMap<OtlpScope, OtlpScope>()

  /** Throws validation_failed with each refused pattern. */
  constructor(rules: readonly RedactionRule[]) {
    this.#rulesForTexts = textRules(rules)
    const nameRules = this.#rulesForTexts.filter(({ isBuiltIn }) => isBuiltIn)
    this.#name = memoize((name) => redactedText(name, nameRules, newBudget()))
    this.#isStable = rules
      .map(({ replacement }) => replacement ?? defaultReplacement)
      .every((text) => redactedText(text, this.#rulesForTexts, newBudget()) === text)
    const paths = rules.filter((rule) => rule.kind === 'path')
    this.#paths = new PathRules(paths.map(({ path }) => path))
    this.#pathReplacements = paths.map(({ replacement }) => replacement ?? defaultReplacement)
  }

  /** There are no rules. */
  get isIdle(): boolean {
    return this.#rulesForTexts.length === 0 && this.#pathReplacements.length === 0
  }

  /** Redacts everything in the span that a client can write, except ids, times and counts. */
  span(span: OtlpSpan, budget = newBudget()): OtlpSpan {
    if (this.isIdle) return span
    return {
      ...span,
      name: this.text(span.name, budget),
      kind: this.#word(span.kind, budget),
      statusCode: this.#word(span.statusCode, budget),
      statusMessage: this.text(span.statusMessage, budget),
      traceState: this.text(span.traceState, budget),
      attributes: this.attributes(span.attributes, budget),
      events: span.events.map((event) => this.event(event, budget)),
      links: span.links.map((link) => this.#link(link, budget)),
      resource: this.#resource(span.resource, budget),
      scope: this.#scope(span.scope, budget),
    }
  }

  /** Attributes under flat dotted keys or nested. Paths of rules match both. */
  attributes(attributes: ValueObject, budget = newBudget(), parentPath: readonly string[] = []): ValueObject {
    const start = this.#statesAt(parentPath)
    const redactedAttributes: OpenObject = {}
    for (const [key, value] of Object.entries(attributes)) {
      let states = start
      let hidingRule: number | undefined
      for (const segment of key.split('.')) {
        states = this.#paths.advance(states, segment)
        hidingRule ??= this.#paths.matchingRule(states)
      }
      this.#set(
        redactedAttributes,
        key,
        hidingRule === undefined ? this.#value(value, states, budget) : this.#replacement(hidingRule),
      )
    }
    return redactedAttributes
  }

  /** A value at a path. */
  valueAtPath(path: readonly string[], value: Value, budget = newBudget()): Value {
    const states = this.#statesAt(path)
    const hidingRule = this.#paths.matchingRule(states)
    return hidingRule === undefined ? this.#value(value, states, budget) : this.#replacement(hidingRule)
  }

  /** Hides values of the canonical `ag` by path, because conventions are mapped to it from other names. */
  hidePaths(ag: ValueObject): ValueObject {
    if (this.#pathReplacements.length === 0) return ag
    const redactedAg = this.#value(ag, this.#statesAt(['ag']), newBudget(), [])
    return isObject(redactedAg) ? redactedAg : {}
  }

  text(text: string, budget = newBudget()): string {
    return text === '' ? text : redactedText(text, this.#rulesForTexts, budget)
  }

  #statesAt(path: readonly string[]): PathStates {
    return path.reduce((states, segment) => this.#paths.advance(states, segment), this.#paths.start())
  }

  #replacement(rule: number): string {
    return this.#pathReplacements[rule] ?? defaultReplacement
  }

  /** An enum number, or an unknown name of one. */
  #word(word: Value, budget: StepBudget): Value {
    return typeof word === 'string' ? this.text(word, budget) : word
  }

  event(event: OtlpEvent, budget: StepBudget = newBudget()): OtlpEvent {
    if (this.isIdle) return event
    return {
      ...event,
      name: this.text(event.name, budget),
      attributes: this.attributes(event.attributes, budget),
    }
  }

  #link(link: OtlpLink, budget: StepBudget): OtlpLink {
    const id = (text: string): string => (/^[0-9a-f]*$/.test(text) ? text : this.text(text, budget))
    return {
      ...link,
      traceId: id(link.traceId),
      spanId: id(link.spanId),
      attributes: this.attributes(link.attributes, budget),
      ...(link.traceState === undefined ? {} : { traceState: this.text(link.traceState, budget) }),
    }
  }

  #resource(resource: OtlpResource, budget: StepBudget): OtlpResource {
    let redactedResource = this.#resources.get(resource)
    if (redactedResource === undefined) {
      redactedResource = {
        ...resource,
        ...this.#schema(resource, budget),
        ...(resource.entityRefs === undefined
          ? {}
          : { entityRefs: resource.entityRefs.map((ref) => this.#entityRef(ref, budget)) }),
        attributes: this.attributes(resource.attributes, budget, ['otel', 'resource']),
      }
      this.#resources.set(resource, redactedResource)
    }
    return redactedResource
  }

  #schema({ schemaUrl }: Pick<OtlpScope, 'schemaUrl'>, budget: StepBudget): Pick<OtlpScope, 'schemaUrl'> {
    return schemaUrl === undefined ? {} : { schemaUrl: this.text(schemaUrl, budget) }
  }

  #entityRef(ref: OtlpEntityRef, budget: StepBudget): OtlpEntityRef {
    const text = (rawText: string): string => this.text(rawText, budget)
    return {
      type: text(ref.type),
      schemaUrl: text(ref.schemaUrl),
      idKeys: ref.idKeys.map(text),
      descriptionKeys: ref.descriptionKeys.map(text),
    }
  }

  #scope(scope: OtlpScope, budget: StepBudget): OtlpScope {
    let redactedScope = this.#scopes.get(scope)
    if (redactedScope === undefined) {
      redactedScope = {
        ...scope,
        ...this.#schema(scope, budget),
        name: this.text(scope.name, budget),
        version: this.text(scope.version, budget),
        attributes: this.attributes(scope.attributes, budget, ['otel', 'scope', 'attributes']),
      }
      this.#scopes.set(scope, redactedScope)
    }
    return redactedScope
  }

  #value(value: Value, states: PathStates, budget: StepBudget, texts = this.#rulesForTexts): Value {
    if (typeof value === 'string') return this.#textValue(value, states, budget, texts)
    if (typeof value === 'number' || typeof value === 'bigint' || value instanceof Double) {
      const text = String(value)
      const result = redactedText(text, texts, budget)
      return result === text ? value : result
    }
    if (Array.isArray(value)) {
      return value.map((item: Value, index) => this.#member(item, String(index), states, budget, texts))
    }
    if (!isObject(value)) return value
    const redactedObject: OpenObject = {}
    for (const [key, member] of Object.entries(value)) {
      this.#set(redactedObject, key, this.#member(member, key, states, budget, texts))
    }
    return redactedObject
  }

  #member(
    value: Value,
    key: string,
    states: PathStates,
    budget: StepBudget,
    texts: readonly TextRule[],
  ): Value {
    const childStates = this.#paths.advance(states, key)
    const rule = this.#paths.matchingRule(childStates)
    return rule === undefined ? this.#value(value, childStates, budget, texts) : this.#replacement(rule)
  }

  /** Sets a member under its redacted name. Names that become equal are numbered. */
  #set(object: OpenObject, name: string, value: Value): void {
    const redactedName = this.#name(name)
    let freeName = redactedName
    if (redactedName !== name) {
      for (let n = 2; Object.hasOwn(object, freeName); n += 1) freeName = `${redactedName} ${n}`
    }
    setOwn(object, freeName, value)
  }

  /**
   * Redacts a text. JSON inside a text is redacted value by value, so that it stays valid JSON and escaped characters
   * are found.
   */
  #textValue(text: string, states: PathStates, budget: StepBudget, texts: readonly TextRule[]): string {
    const result = redactedText(text, texts, budget)
    if (result === text && !text.includes('\\') && !this.#paths.mayMatchDeeper(states)) return text
    const [, marker = '', body = ''] = /^(@ag\.type=json:)?\s*(["[{].*)$/s.exec(text) ?? []
    const value = body === '' ? undefined : jsonTextValue(body)
    if (value === undefined) return result
    const textBefore = valueText(value)
    const textAfter = valueText(this.#value(value, states, budget, texts))
    if (textBefore === textAfter) return result
    // Matches that span a name and a value of the text are not redacted yet.
    return this.#isStable ? redactedText(`${marker}${textAfter}`, texts, budget) : `${marker}${textAfter}`
  }
}
