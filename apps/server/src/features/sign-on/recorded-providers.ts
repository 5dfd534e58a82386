import { identityProviderKey, identityProviders } from '@quatrain/contract/resources/identity-provider.ts'
import { recordedKind } from '#kit/recording/recorded-kind.ts'

export const recordedProviders = recordedKind(identityProviders, { nameOf: identityProviderKey })
