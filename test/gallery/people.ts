/** Names as long as the form takes them, and the addresses that go with them. */
export const LONG = {
  name: 'Venkatanarasimharajuvaripeta Subrahmanyeswara Ramachandrasekharan Iyer',
  email: 'venkatanarasimharajuvaripeta.ramachandrasekharan@sales.thiruvananthapuram.example',
  phone: '9876500001',
};
/** One word that no line has room for. */
export const UNBROKEN = {
  name: 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamter',
  email: 'donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbaubeamter@example.com',
  phone: '9876500002',
};

let people = 0;

/** Somebody whom no other scene knows. */
export function somebody(name = 'Asha Menon') {
  people += 1;
  return { name, email: `guest${people}@example.com`, phone: `97${String(10_000_000 + people)}` };
}
