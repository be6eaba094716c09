// Leaves out of JsSIP the subscriptions (RFC 6665) that nobody has here: in the place of both of its classes one that refuses a SUBSCRIBE.
module.exports = () => "module.exports = class { static init_incoming(request) { request.reply(405); } };";
