/** A port that does some things otherwise. */
export function overriding<Port extends object>(port: Port, members: Partial<Port>): Port {
  return new Proxy(port, {
    get(target, name) {
      if (name in members) return Reflect.get(members, name);
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}
