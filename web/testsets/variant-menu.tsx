// The menu of variants: open, compare or merge one.
import * as Menu from '@radix-ui/react-dropdown-menu'
import { useNavigate } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useHasRole, useSession } from '../app/session.tsx'
import { Button } from '../ui/button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import type { Variant } from './queries.ts'
import menu from '../ui/menu.module.css'

/** The default variant has the name of its testset, so the menu calls it "Default". */
const nameOf = ({ name, slug }: Variant, isDefault: boolean): string =>
  isDefault ? 'Default' : (name ?? slug)

function VariantItems({
  variants,
  icon,
  defaultVariant,
  onSelect,
}: {
  variants: readonly Variant[]
  icon: (variant: Variant) => IconName
  defaultVariant: Variant | undefined
  onSelect: (variant: Variant) => void
}) {
  return variants.map((variant) => (
    <Menu.Item key={variant.id} className={menu['item']} onSelect={() => onSelect(variant)}>
      <Icon name={icon(variant)} size={14} />
      {nameOf(variant, variant.id === defaultVariant?.id)}
    </Menu.Item>
  ))
}

export function VariantMenu({
  slug,
  variant,
  variants,
  onVariant,
}: {
  slug: string
  variant: Variant
  variants: readonly Variant[]
  onVariant: (variant: Variant) => void
}) {
  const { session } = useSession()
  const navigate = useNavigate()
  const canEdit = useHasRole('editor')
  const params = { project: session.project.slug, testset: slug }
  const otherVariants = variants.filter(({ id }) => id !== variant.id)
  const [defaultVariant] = variants
  const compare = (other: Variant): void =>
    void navigate({
      to: '/p/$project/testsets/$testset/diff/$range',
      params: { ...params, range: `${other.slug}..${variant.slug}` },
    })
  const merge = (other: Variant): void =>
    void navigate({
      to: '/p/$project/testsets/$testset/merge',
      params,
      search: { into: variant.slug, from: other.slug },
    })
  const sections = [
    { label: 'Compare with', icon: 'compare' as const, onSelect: compare },
    ...(canEdit ? [{ label: 'Merge into this variant', icon: 'branch' as const, onSelect: merge }] : []),
  ]
  return (
    <Menu.Root>
      <Menu.Trigger asChild>
        <Button icon="branch">
          <span className="hidden-text">Variant </span>
          {nameOf(variant, variant.id === defaultVariant?.id)}
          {variants.length > 1 && <small aria-hidden="true">{variants.length}</small>}
        </Button>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Content className={menu['menu']} align="end" sideOffset={4}>
          <Menu.Label className={menu['label']}>Variants</Menu.Label>
          <VariantItems
            variants={variants}
            icon={({ id }) => (id === variant.id ? 'check' : 'branch')}
            defaultVariant={defaultVariant}
            onSelect={onVariant}
          />
          {otherVariants.length > 0 &&
            sections.map(({ label, icon, onSelect }) => (
              <Fragment key={label}>
                <Menu.Separator className={menu['separator']} />
                <Menu.Label className={menu['label']}>{label}</Menu.Label>
                <VariantItems
                  variants={otherVariants}
                  icon={() => icon}
                  defaultVariant={defaultVariant}
                  onSelect={onSelect}
                />
              </Fragment>
            ))}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  )
}
