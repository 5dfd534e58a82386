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

/** The form of encrypted texts, which they begin with. */
const mark = '2:'

/** AES-256-GCM with this key of 32 bytes. */
export const sealingWith = (key: Buffer): Sealing => ({
  seal(text, owner) {
    const nonce = randomBytes(nonceLength)
    const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength }).setAAD(Buffer.from(owner))
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return mark + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
  },
  open(sealed, owner) {
    if (!sealed.startsWith(mark)) return undefined
    const bytes = Buffer.from(sealed.slice(mark.length), 'base64')
    try {
      const nonce = bytes.subarray(0, nonceLength)
      const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagLength })
      decipher.setAAD(Buffer.from(owner))
      decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength))
      return decipher.update(bytes.subarray(nonceLength + tagLength), undefined, 'utf8') + decipher.final('utf8')
    } catch {
      return undefined
    }
  },
})
