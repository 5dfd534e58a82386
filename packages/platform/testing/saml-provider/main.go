// A SAML identity provider for tests, whose code has nothing in common with that of the console. It listens on loopback
// and prints its address. Service providers are registered with their metadata at /register.
package main

import (
	"bytes"
	"compress/flate"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"html/template"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/beevik/etree"
	"github.com/crewjam/saml"
)

const (
	persistent      = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"
	redirectBinding = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"
	sha256Signature = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
)

type provider struct {
	saml.IdentityProvider
	key      *rsa.PrivateKey
	services map[string]*saml.EntityDescriptor
	people   map[string]saml.Session
}

var loginPage = template.Must(template.New("login").Parse(`<!doctype html><html lang="en"><title>Test provider</title>
<h1>Test provider</h1><form><input type="hidden" name="SAMLRequest" value="{{.Request}}">
<input type="hidden" name="RelayState" value="{{.RelayState}}">
{{range .People}}<button name="person" value="{{.NameID}}">Log in as {{.UserCommonName}}</button>{{end}}</form></html>`))

func (p *provider) GetServiceProvider(_ *http.Request, id string) (*saml.EntityDescriptor, error) {
	if service, ok := p.services[id]; ok {
		return service, nil
	}
	return nil, os.ErrNotExist
}

// GetSession asks who logs in.
func (p *provider) GetSession(w http.ResponseWriter, r *http.Request, _ *saml.IdpAuthnRequest) *saml.Session {
	if session, ok := p.people[r.FormValue("person")]; ok {
		session.CreateTime, session.ExpireTime = time.Now().UTC(), time.Now().UTC().Add(time.Hour)
		return &session
	}
	must(loginPage.Execute(w, map[string]any{
		"Request": r.FormValue("SAMLRequest"), "RelayState": r.FormValue("RelayState"), "People": p.people,
	}))
	return nil
}

func (p *provider) register(_ http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	must(err)
	service := &saml.EntityDescriptor{}
	must(xml.Unmarshal(body, service))
	p.services[service.EntityID] = service
}

// logout answers a request of a service provider, or ends a logout that was begun here.
func (p *provider) logout(w http.ResponseWriter, r *http.Request) {
	if response := r.FormValue("SAMLResponse"); response != "" {
		message := saml.LogoutResponse{}
		must(xml.Unmarshal(inflated(response), &message))
		if err := p.verify(r.URL.RawQuery, message.Issuer.Value); err != nil || message.Status.StatusCode.Value != saml.StatusSuccess {
			http.Error(w, fmt.Sprint("The logout was refused: ", err), http.StatusBadRequest)
			return
		}
		fmt.Fprint(w, "Logged out everywhere.")
		return
	}
	request := saml.LogoutRequest{}
	must(xml.Unmarshal(inflated(r.FormValue("SAMLRequest")), &request))
	if err := p.verify(r.URL.RawQuery, request.Issuer.Value); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	log.Printf("logged out %s %s", request.NameID.Value, request.SessionIndex.Value)
	to := p.logoutAddress(request.Issuer.Value)
	response := saml.LogoutResponse{
		ID: newID(), InResponseTo: request.ID, Version: "2.0", IssueInstant: time.Now().UTC(), Destination: to,
		Issuer: &saml.Issuer{Value: p.MetadataURL.String()},
		Status: saml.Status{StatusCode: saml.StatusCode{Value: saml.StatusSuccess}},
	}
	http.Redirect(w, r, p.signed(to, "SAMLResponse", response.Element(), r.FormValue("RelayState")), http.StatusFound)
}

// beginLogout ends the session of a person at a service provider.
func (p *provider) beginLogout(w http.ResponseWriter, r *http.Request) {
	to := p.logoutAddress(r.FormValue("service"))
	request := saml.LogoutRequest{
		ID: newID(), Version: "2.0", IssueInstant: time.Now().UTC(), Destination: to,
		Issuer: &saml.Issuer{Value: p.MetadataURL.String()},
		NameID: &saml.NameID{Format: persistent, Value: r.FormValue("person")},
	}
	http.Redirect(w, r, p.signed(to, "SAMLRequest", request.Element(), "from the provider"), http.StatusFound)
}

func (p *provider) logoutAddress(service string) string {
	return p.services[service].SPSSODescriptors[0].SingleLogoutServices[0].Location
}

func (p *provider) signed(to, name string, element *etree.Element, relayState string) string {
	document := etree.NewDocument()
	document.SetRoot(element)
	content, err := document.WriteToBytes()
	must(err)
	deflated := &bytes.Buffer{}
	writer, err := flate.NewWriter(deflated, flate.DefaultCompression)
	must(err)
	_, err = writer.Write(content)
	must(err)
	must(writer.Close())
	query := name + "=" + url.QueryEscape(base64.StdEncoding.EncodeToString(deflated.Bytes()))
	if relayState != "" {
		query += "&RelayState=" + url.QueryEscape(relayState)
	}
	query += "&SigAlg=" + url.QueryEscape(sha256Signature)
	digest := sha256.Sum256([]byte(query))
	signature, err := rsa.SignPKCS1v15(rand.Reader, p.key, crypto.SHA256, digest[:])
	must(err)
	return to + "?" + query + "&Signature=" + url.QueryEscape(base64.StdEncoding.EncodeToString(signature))
}

func (p *provider) verify(query, service string) error {
	known, ok := p.services[service]
	if !ok {
		return fmt.Errorf("%s is not registered", service)
	}
	signed, encoded, _ := strings.Cut(query, "&Signature=")
	text, err := url.QueryUnescape(encoded)
	if err != nil {
		return err
	}
	signature, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return err
	}
	data := known.SPSSODescriptors[0].KeyDescriptors[0].KeyInfo.X509Data.X509Certificates[0].Data
	der, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		return err
	}
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		return err
	}
	return certificate.CheckSignature(x509.SHA256WithRSA, []byte(signed), signature)
}

func inflated(message string) []byte {
	compressed, err := base64.StdEncoding.DecodeString(message)
	must(err)
	content, err := io.ReadAll(flate.NewReader(bytes.NewReader(compressed)))
	must(err)
	return content
}

func newID() string {
	return fmt.Sprintf("id-%x", must1(rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 160))))
}

func main() {
	listener := must1(net.Listen("tcp", "127.0.0.1:0"))
	base := url.URL{Scheme: "http", Host: listener.Addr().String()}
	key := must1(rsa.GenerateKey(rand.Reader, 2048))
	authority := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test provider"},
		NotBefore: time.Now().UTC().Add(-time.Hour), NotAfter: time.Now().UTC().Add(time.Hour),
	}
	certificate := must1(x509.ParseCertificate(must1(x509.CreateCertificate(rand.Reader, authority, authority, key.Public(), key))))
	p := &provider{key: key, services: map[string]*saml.EntityDescriptor{}, people: map[string]saml.Session{}}
	for id, name := range map[string]string{"ada": "Ada Lovelace", "plato": "Plato"} {
		p.people[id] = saml.Session{
			ID: id, Index: "index-" + id, NameID: id, NameIDFormat: persistent, UserName: id, UserCommonName: name,
			Groups: []string{"operators"},
		}
	}
	p.IdentityProvider = saml.IdentityProvider{
		Key: key, Certificate: certificate, SignatureMethod: sha256Signature, Logger: log.Default(),
		MetadataURL: *base.JoinPath("metadata"), SSOURL: *base.JoinPath("login"), LogoutURL: *base.JoinPath("logout"),
		ServiceProviderProvider: p, SessionProvider: p,
	}
	http.HandleFunc("/metadata", p.metadata)
	http.HandleFunc("/login", p.ServeSSO)
	http.HandleFunc("/logout", p.logout)
	http.HandleFunc("/begin-logout", p.beginLogout)
	http.HandleFunc("/register", p.register)
	fmt.Println(base.String())
	log.Fatal(http.Serve(listener, nil))
}

// metadata adds the logout, which the library leaves out.
func (p *provider) metadata(w http.ResponseWriter, _ *http.Request) {
	metadata := p.Metadata()
	metadata.IDPSSODescriptors[0].SingleLogoutServices = []saml.Endpoint{{Binding: redirectBinding, Location: p.LogoutURL.String()}}
	must1(w.Write(must1(xml.MarshalIndent(metadata, "", "  "))))
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func must1[T any](value T, err error) T {
	must(err)
	return value
}
