import { diff, size } from '@quatrain/contract/compare/compare.ts'
import { type GroupKind, groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import { identityProviderKey } from '@quatrain/contract/kit/kind-names.ts'
import {
  type GroupRule,
  type IdentityProvider,
  type IdentityProviderDocument,
  identityProviders,
} from '@quatrain/contract/resources/identity-provider.ts'
import { z } from 'zod'
import { contractRules } from '#kit/form/form-rules.ts'
import { fieldOfSent } from '#kit/rows/form-tables.ts'
import { choiceCell, textCell } from '#kit/rows/row-cells.ts'
import { defineRows } from '#kit/rows/row-definition.ts'
import { type AddableDefinition, defineForm } from '#kit/write/form-definition.ts'
import { paths } from '#lib/paths.ts'

interface RuleTexts {
  readonly value: string
  readonly kind: string
  readonly group: string
}

export const groupRuleRows = defineRows<RuleTexts>({
  one: 'rule',
  cells: {
    value: textCell('Value of the attribute', { width: '24%' }),
    kind: choiceCell('Kind of group', { width: '180px', placeholder: 'Choose a kind' }),
    group: textCell('Group'),
  },
  identityOf: ({ value, kind, group }) => JSON.stringify([value, kind, group]),
})

const formValues = identityProviders.document.extend({
  /** The id of the stored provider; 0 for a new one. */
  id: z.number(),
  /** Replaces the stored one, unless it is empty. */
  client_secret: z.string(),
  group_rules: groupRuleRows.schema,
})

export type ProviderValues = z.output<typeof formValues>

type Fields = IdentityProviderDocument & Partial<Pick<IdentityProvider, 'id'>>

const valuesOf = (provider: Fields): ProviderValues => ({
  ...identityProviders.document.parse(provider),
  id: provider.id ?? 0,
  client_secret: '',
  group_rules: groupRuleRows.fromStored(provider.group_rules),
})

const isGroupKind = (kind: string): kind is GroupKind => groupKinds.some((groupKind) => groupKind === kind)

/** A rule without a kind is sent as it is, and refused with the reason. */
const rulesOf = ({ group_rules }: Pick<ProviderValues, 'group_rules'>): readonly RuleTexts[] =>
  groupRuleRows.valuesOf(group_rules).map(({ value, kind, group }) => ({ value, kind, group }))

const isRule = (rule: RuleTexts): rule is GroupRule => isGroupKind(rule.kind)

const documentOf = ({ id: _, client_secret: __, ...values }: ProviderValues): IdentityProviderDocument => ({
  ...values,
  group_rules: rulesOf(values).filter(isRule),
})

/** What is sent; the secret only if it was typed. */
const sentOf = (values: ProviderValues) => ({
  ...documentOf(values),
  ...(values.client_secret !== '' && { client_secret: values.client_secret }),
})

const definition = defineForm<typeof identityProviders, ProviderValues>({
  resource: identityProviders,
  paths: paths.identityProviders,
  values: formValues,
  blank: valuesOf({
    tenant: '',
    name: '',
    protocol: 'oidc',
    enabled: false,
    button_text: '',
    issuer: '',
    client_id: '',
    scopes: '',
    metadata_address: '',
    metadata: '',
    subject_attribute: '',
    username_attribute: '',
    display_name_attribute: '',
    first_name_attribute: '',
    last_name_attribute: '',
    email_attribute: '',
    groups_attribute: '',
    group_rules: [],
  }),
  valuesOf,
  nameOf: identityProviderKey,
  inputOf: sentOf,
  valuesOfInput: valuesOf,
  valuesBeside: (values, base) => ({
    ...values,
    id: base.id,
    group_rules: groupRuleRows.matching(rulesOf(values), base.group_rules),
  }),
  countChanges: (before, after) =>
    size(diff(identityProviders.compared, documentOf(before), documentOf(after))) + Number(after.client_secret !== ''),
  withoutSecrets: (values) => ({ ...values, client_secret: '' }),
  failureTitle: 'Error',
})

/** The secret is in no document, and no dialog shows it. */
export const providerDefinition: AddableDefinition<typeof identityProviders, ProviderValues> = {
  ...definition,
  toDocument: documentOf,
}

const fieldOf = fieldOfSent<ProviderValues>({ group_rules: groupRuleRows })

export const providerRules = {
  schema: contractRules(
    formValues,
    identityProviders.add,
    (values) => ({ ...sentOf(values), group_rules: rulesOf(values) }),
    fieldOf,
  ),
  fieldOf,
}
