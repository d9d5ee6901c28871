import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

/** One that tells of its passkey whatever the test wants it to. */
interface Authenticator {
  credentialId: Buffer;
  /** The browser's answer to an offer, as JSON. */
  make(options: { challenge: string; user: { id: string } }): string;
  /** The browser's answer to a request, as JSON. */
  answer(options: { challenge: string }, overrides?: Overrides): string;
}

interface Overrides {
  origin?: string;
  /** Finger, face or PIN was given. */
  isVerified?: boolean;
  signCount?: number;
  userHandle?: string;
  /** Another device's key. */
  key?: KeyObject;
}

const present = 0x01;
const verified = 0x04;
const withCredential = 0x40;

/**
 * A device that holds one passkey, for tests without a browser.
 * @param counts whether it counts its uses
 */
export function newAuthenticator(
  origin: string,
  { counts = false, isSynced = false }: { counts?: boolean; isSynced?: boolean } = {},
): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credentialId = randomBytes(16);
  const rpIdHash = sha256(new URL(origin).hostname);
  // It may be backed up, and is.
  const backup = isSynced ? 0x18 : 0;
  let signCount = counts ? 1 : 0;
  let userHandle: string | undefined;

  const clientData = (type: string, challenge: string, at = origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }));
  const id = credentialId.toString("base64url");
  const common = { id, rawId: id, type: "public-key", clientExtensionResults: {} };

  return {
    credentialId,
    make({ challenge, user }) {
      userHandle = user.id;
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      const coordinate = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));
      const cose = isoCBOR.encode(
        new Map<number, number | Uint8Array<ArrayBuffer>>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, coordinate(x)],
          [-3, coordinate(y)],
        ]),
      );
      const authData = Buffer.concat([
        rpIdHash,
        flagsAndCount(present | verified | withCredential | backup, signCount),
        Buffer.alloc(16),
        Buffer.from([0, credentialId.length]),
        credentialId,
        cose,
      ]);
      const attestationObject = isoCBOR.encode(
        new Map<string, string | Map<string, string> | Uint8Array<ArrayBuffer>>([
          ["fmt", "none"],
          ["attStmt", new Map()],
          ["authData", new Uint8Array(authData)],
        ]),
      );
      return JSON.stringify({
        ...common,
        response: {
          clientDataJSON: clientData("webauthn.create", challenge).toString("base64url"),
          attestationObject: Buffer.from(attestationObject).toString("base64url"),
          transports: ["internal"],
        },
      });
    },
    answer({ challenge }, overrides = {}) {
      if (counts) signCount += 1;
      const { isVerified = true, key = privateKey } = overrides;
      const clientDataJSON = clientData("webauthn.get", challenge, overrides.origin);
      const flags = present | (isVerified ? verified : 0) | backup;
      const authData = Buffer.concat([rpIdHash, flagsAndCount(flags, overrides.signCount ?? signCount)]);
      const signature = createSign("sha256")
        .update(Buffer.concat([authData, sha256(clientDataJSON)]))
        .sign(key);
      return JSON.stringify({
        ...common,
        response: {
          clientDataJSON: clientDataJSON.toString("base64url"),
          authenticatorData: authData.toString("base64url"),
          signature: signature.toString("base64url"),
          userHandle: overrides.userHandle ?? userHandle,
        },
      });
    },
  };
}

/** A key that no passkey has. */
export function foreignKey(): KeyObject {
  return generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
}

function flagsAndCount(flags: number, signCount: number): Buffer {
  const bytes = Buffer.alloc(5);
  bytes.writeUInt8(flags);
  bytes.writeUInt32BE(signCount, 1);
  return bytes;
}

function sha256(data: string | Buffer): Buffer {
  return createHash("sha256").update(data).digest();
}
