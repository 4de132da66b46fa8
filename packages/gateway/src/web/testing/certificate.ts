/** A certificate of its own for a test's server, made by openssl. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** PEM texts, and the files that they are in. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
  readonly certFile: string;
  readonly keyFile: string;
}

/** For `localhost` and 127.0.0.1, two days long, in `folder`, which is made. Files that are there are replaced. */
export function makeCertificate(folder: string): Certificate {
  mkdirSync(folder, { recursive: true });
  const certFile = join(folder, 'cert.pem');
  const keyFile = join(folder, 'key.pem');
  const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1';
  const subject = ['-subj', '/CN=localhost', '-addext', names];
  const files = ['-keyout', keyFile, '-out', certFile];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const command = ['req', '-x509', ...key, ...files, '-days', '2', ...subject];
  execFileSync('openssl', command, { stdio: 'ignore' });
  const read = (file: string): string => readFileSync(file, 'utf8');
  return { cert: read(certFile), key: read(keyFile), certFile, keyFile };
}
