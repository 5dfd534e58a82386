import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Encrypts texts with one key. */
export interface Sealing {
  /** Encrypts text; `owner` is authenticated, and required for decryption. */
  seal(text: string, owner: string): string
  /** Undefined if the text was encrypted with another key or for another owner, or was modified. */
  open(sealed: string, owner: string): string | undefined
}

const algorithm = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

/** The prefix of texts that are bound to an owner. Base64 has no colon, so older texts never start with it. */
const mark = '2:'

/** Whether the text is bound to an owner. Older texts, which have none, can be decrypted for any owner. */
export const hasOwner = (sealed: string): boolean => sealed.startsWith(mark)

/** AES-256-GCM with this key of 32 bytes. */
export const sealingWith = (key: Buffer): Sealing => ({
  seal(text, owner) {
    const nonce = randomBytes(nonceLength)
    const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength }).setAAD(Buffer.from(owner))
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return mark + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
  },
  open(sealed, owner) {
    const bytes = Buffer.from(hasOwner(sealed) ? sealed.slice(mark.length) : sealed, 'base64')
    try {
      const nonce = bytes.subarray(0, nonceLength)
      const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagLength })
      if (hasOwner(sealed)) decipher.setAAD(Buffer.from(owner))
      decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength))
      return decipher.update(bytes.subarray(nonceLength + tagLength), undefined, 'utf8') + decipher.final('utf8')
    } catch {
      return undefined
    }
  },
})
