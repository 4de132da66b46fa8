import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadKeyFile } from '../src/secrets/key-file.ts';
import { SecretBox } from '../src/secrets/secret-box.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'halcyon-key-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('key file', () => {
  test('is made once, for its owner alone, and read again', () => {
    const file = join(folder, 'new', 'secrets.key');
    const key = loadKeyFile(file);
    expect(key).toHaveLength(32);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(loadKeyFile(file)).toEqual(key);
    expect(readdirSync(join(folder, 'new'))).toEqual(['secrets.key']);
    expect(loadKeyFile(join(folder, 'other.key'))).not.toEqual(key);
  });

  test('that others may read is refused, saying what to do', () => {
    const file = join(folder, 'open.key');
    loadKeyFile(file);
    chmodSync(file, 0o644);
    expect(() => loadKeyFile(file)).toThrow('chmod 600');
  });

  test.each(['', 'x', 'halcyon-secrets-1 short', 'halcyon-secrets-2 AAAA'])(
    'with content %j is refused, not replaced',
    (text) => {
      const file = join(folder, 'bad.key');
      writeFileSync(file, text, { mode: 0o600 });
      expect(() => loadKeyFile(file)).toThrow('not a key file');
      expect(readFileSync(file, 'utf8')).toBe(text);
    },
  );
});

describe('secret box', () => {
  const box = new SecretBox(Buffer.alloc(32, 1));

  test('gives back what was put in, and never the same text twice', () => {
    for (const text of ['', 'x', 'a secret', '🐳'.repeat(100)]) {
      const sealed = box.encrypt(text, 'hk_1');
      expect(box.decrypt(sealed, 'hk_1')).toBe(text);
      expect(box.encrypt(text, 'hk_1')).not.toBe(sealed);
    }
  });

  test('every changed bit, another context and another key are noticed', () => {
    const sealed = box.encrypt('a secret', 'hk_1');
    expect(() => box.decrypt(sealed, 'hk_2')).toThrow();
    expect(() => new SecretBox(Buffer.alloc(32, 2)).decrypt(sealed, 'hk_1')).toThrow();
    const bytes = Buffer.from(sealed.slice(3), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const broken = Buffer.from(bytes);
      broken[bit >> 3] = (broken[bit >> 3] as number) ^ (1 << (bit & 7));
      expect(() => box.decrypt(`v1.${broken.toString('base64url')}`, 'hk_1')).toThrow();
    }
    for (const text of ['', 'v1', 'v1.', 'v2.AAAA', 'v1.AAAA']) {
      expect(() => box.decrypt(text, 'hk_1')).toThrow();
    }
  });
});
