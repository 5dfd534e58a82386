import { identityProviderKey } from '@quatrain/contract/kit/kind-names.ts'
import { identityProviders } from '@quatrain/contract/resources/identity-provider.ts'
import { recordedKind } from '#kit/recording/recorded-kind.ts'

export const recordedProviders = recordedKind(identityProviders, { nameOf: identityProviderKey })
