import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Debian's path. */
const program = '/usr/bin/openssl'

/** A certificate for 127.0.0.1 that no authority has signed. Without OpenSSL, prints which tests are skipped. */
export function selfSigned(): { readonly key: string; readonly cert: string } | undefined {
  if (!existsSync(program)) {
    console.warn(`${'!'.repeat(100)}\n!!  THE TEST OF A WRONG CERTIFICATE IS SKIPPED: there is no ${program}.\n`)
    return undefined
  }
  const folder = mkdtempSync(join(tmpdir(), 'quatrain-certificate-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  try {
    const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '1']
    const options = ['-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, '-keyout', key, '-out', cert]
    execFileSync(program, ['req', ...options], { stdio: 'ignore' })
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
