// A process: three servers of MySQL as one group behind HAProxy, until its standard input ends. Says where in a line of JSON. Its words are
// further options of each server.
import { Proxy } from '../../cluster/proxy.js';
import { startGroupReplication } from '../../cluster/group-replication.js';

const group = await startGroupReplication(null, process.argv.slice(2));
const proxy = await Proxy.start({ database: group.servers.map(({ place }) => place), redis: [] });
try {
  // What the benchmark does as the administrator: databases of its own, rows from files, a check less while it loads them.
  await group.servers[0]!.sql("GRANT ALL ON *.* TO test@'%' WITH GRANT OPTION");
  const pids = group.servers.map(({ pid }) => pid);
  process.stdout.write(`${JSON.stringify({ port: proxy.databasePort, pids })}\n`);
  await new Promise((resolve) => process.stdin.on('end', resolve).resume());
} finally {
  await proxy.close();
  await group.close();
}
