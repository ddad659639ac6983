export default async function tearDown() {
  await globalThis.privateMariadb?.stop();
  await globalThis.privateRedis?.stop();
}
